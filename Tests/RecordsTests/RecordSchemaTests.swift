import Testing

@testable import Records

@Suite("declared fields of records")
struct RecordSchemaTests {
  private struct Part {
    var size: Int
  }

  private struct Sample {
    var name = "n"
    var time: Double?
    var flag: Bool?
    var part = Part(size: 1)
    var optional: Part?
    var parts: [Part] = []
  }

  private static let part = RecordSchema<Part> {
    Field.integer("size", "bytes", isRequired: true) { $0.size }
  }

  private static let sample = RecordSchema<Sample> {
    Field.text("name", "the name", isRequired: true) { $0.name }
    Field.seconds("time", "seconds", since: 2) { $0.time }
    Field.flag("flag", "whether") { $0.flag }
    Field.object("part", part) { $0.part }
    Field.optionalObject("optional", part) { $0.optional }
    Field.array("texts", "texts") { [.string($0.name)] }
    Field.array("parts", "parts", of: part) { $0.parts }
    Field.rows("rows", "rows", of: part) { $0.parts }
  }

  @Test("a row has every field in the order of its declaration, also those without a value")
  func json() {
    #expect(
      Self.sample.json(Sample()).text == """
        {"name":"n","time":null,"flag":null,"part":{"size":1},"optional":null,"texts":["n"],\
        "parts":[],"rows":[]}
        """
    )
    let full = Sample(
      time: 1.5,
      flag: true,
      optional: Part(size: 2),
      parts: [Part(size: 3), Part(size: 4)]
    )
    #expect(
      Self.sample.json(full).text == """
        {"name":"n","time":1.5,"flag":true,"part":{"size":1},"optional":{"size":2},"texts":["n"],\
        "parts":[{"size":3},{"size":4}],"rows":[{"size":3},{"size":4}]}
        """
    )
  }

  @Test("the fields of objects have dotted paths, and columns with underscores")
  func leaves() {
    #expect(
      Self.sample.paths
        == ["name", "time", "flag", "part.size", "optional.size", "texts", "parts", "rows"]
    )
    let leaves = Self.sample.leaves
    #expect(leaves[3].column == "part_size")
    #expect(
      leaves.map(\.kind) == [.text, .seconds, .flag, .integer, .integer, .json, .json, .rows]
    )
    #expect(leaves.map(\.since) == [1, 2, 1, 1, 1, 1, 1, 1])
  }

  @Test("the documents also have the fields in arrays of objects")
  func documented() {
    #expect(
      Self.sample.documented.map(\.path) == [
        "name", "time", "flag", "part.size", "optional.size", "texts", "parts[].size",
        "rows[].size",
      ]
    )
  }

  @Test("a column can be required, but not in an object that may be null")
  func constraints() {
    let required = Self.sample.leaves.filter { !$0.constraint.isEmpty }
    #expect(required.map(\.path) == ["name", "part.size"])
    #expect(Self.sample.leaves.filter(\.isInOptionalObject).map(\.path) == ["optional.size"])
  }

  @Test("no record declares a field twice, or without a meaning")
  func records() {
    let records = [Records.tag.leaves, Records.ping.leaves, Records.check.leaves]
    for fields in records + RecordTable.all.map(\.columns) {
      #expect(Set(fields.map(\.column)).count == fields.count)
      #expect(fields.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.contains("|") })
    }
  }
}
