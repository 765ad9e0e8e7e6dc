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

  private final class PartFields: RecordFields {
    typealias Row = Part
    static let schema = RecordSchema(PartFields())

    let size = Field.integer("bytes", isRequired: true) { $0.size }
  }

  private final class SampleFields: RecordFields {
    typealias Row = Sample
    static let schema = RecordSchema(SampleFields())

    let name = Field.text("the name", isRequired: true) { $0.name }
    let time = Field.seconds("seconds", since: 2) { $0.time }
    let flag = Field.flag("whether") { $0.flag }
    let part = Field.object(PartFields.schema) { $0.part }
    let optional = Field.object(PartFields.schema, isOptional: true) { $0.optional }
    let texts = Field.texts("texts") { [$0.name] }
    let parts = Field.array("parts", of: PartFields.schema) { $0.parts }
    let rows = Field.array("rows", of: PartFields.schema, in: .rows) { $0.parts }
  }

  @Test("a record has every field in the order of declaration, including fields without a value")
  func json() {
    #expect(
      SampleFields.schema.json(Sample()).text == """
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
      SampleFields.schema.json(full).text == """
        {"name":"n","time":1.5,"flag":true,"part":{"size":1},"optional":{"size":2},"texts":["n"],\
        "parts":[{"size":3},{"size":4}],"rows":[{"size":3},{"size":4}]}
        """
    )
  }

  @Test(
    "a field of a parsed record has its declared type, and is nil for a value of another type"
  )
  func reading() {
    let full = Sample(time: 1.5, flag: true, optional: Part(size: 2), parts: [Part(size: 3)])
    let record = RecordView<SampleFields>(row: full)
    #expect(record.name == "n" && record.time == 1.5 && record.flag == true)
    #expect(record.part?.size == 1 && record.optional?.size == 2)
    #expect(record.texts == ["n"])
    #expect(record.parts?.map(\.size) == [3] && record.rows?.map(\.size) == [3])
    let other = RecordView<SampleFields>(
      .object([.init("name", .integer(1)), .init("time", .null)])
    )
    #expect(other.name == nil && other.time == nil && other.part == nil && other.rows == nil)
    #expect(other.has(\.time) && !other.has(\.flag))
  }

  @Test("the written bytes equal the record's JSON, and arrays from a table are copied unchanged")
  func bytes() {
    let schema = SampleFields.schema
    var values = schema.values(Sample())
    var bytes: [UInt8] = []
    schema.shapes.append(values, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == schema.json(Sample()).text)
    values[6] = .string("[ 1 ]")
    bytes = []
    schema.shapes.append(values, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""parts":[ 1 ],"rows":[]"#))
  }

  @Test("the fields of objects have dotted paths, and their columns have underscores")
  func leaves() {
    #expect(
      SampleFields.schema.paths
        == ["name", "time", "flag", "part.size", "optional.size", "texts", "parts", "rows"]
    )
    let leaves = SampleFields.schema.leaves
    #expect(leaves[3].column == "part_size")
    #expect(
      leaves.map(\.kind) == [.text, .seconds, .flag, .integer, .integer, .json, .json, .rows]
    )
    #expect(leaves.map(\.since) == [1, 2, 1, 1, 1, 1, 1, 1])
  }

  @Test("the documented fields include the fields of objects in arrays")
  func documented() {
    #expect(
      SampleFields.schema.documented.map(\.path) == [
        "name", "time", "flag", "part.size", "optional.size", "texts", "parts[].size",
        "rows[].size",
      ]
    )
  }

  @Test("a column can be required, but not in an object that may be null")
  func constraints() {
    let required = SampleFields.schema.leaves.filter { !$0.constraint.isEmpty }
    #expect(required.map(\.path) == ["name", "part.size"])
  }

  @Test("no record declares a field twice, or without a meaning")
  func records() {
    let records = [
      TimedTagFields.schema.leaves, PingFields.schema.leaves, CheckFields.schema.leaves,
    ]
    for fields in records + RecordTable.all.map(\.columns) {
      #expect(Set(fields.map(\.column)).count == fields.count)
      #expect(fields.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.contains("|") })
    }
  }
}
