import Foundation
import Records
import Testing

@Suite("Documents generated from the declared fields of records")
struct RecordDocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let writes = ProcessInfo.processInfo.environment["ID3TAP_WRITE_GOLDEN"] != nil

  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Compares a file with its expected content, or writes it if `ID3TAP_WRITE_GOLDEN` is set.
  private static func expect(_ path: String, toBe expected: String) throws {
    if writes {
      try expected.write(to: root.appendingPathComponent(path), atomically: true, encoding: .utf8)
    }
    #expect(try text(of: path) == expected, "\(path)")
  }

  @Test("the tables of record fields in the documents are current ('make golden' updates them)")
  func pages() throws {
    let folder = Self.root.appendingPathComponent("Documentation").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names.filter({ $0.hasSuffix(".md") }) {
      let page = "Documentation/" + name
      try Self.expect(page, toBe: FieldTables.updating(Self.text(of: page)))
    }
  }

  @Test(
    "Database.md has the tables of the columns that are not record fields",
    arguments: FieldTables.databaseTables.keys.sorted()
  )
  func database(table: String) throws {
    #expect(try Self.text(of: "Documentation/Database.md").contains(FieldTables.mark(of: table)))
  }

  @Test("the schema for Spark has the current record fields ('make golden' updates it)")
  func schema() throws {
    try Self.expect("Integrations/spark/schema.json", toBe: SparkTable.schema)
  }

  @Test("the schema for Spark is JSON with the tables and types that tables.py supports")
  func json() throws {
    struct Schema: Decodable {
      struct Table: Decodable {
        struct Column: Decodable {
          let field: String
          let type: String
          let meaning: String
        }
        let name: String
        let command: String?
        let array: String?
        let columns: [Column]
      }
      let tables: [Table]
    }
    let schema = try JSONDecoder().decode(Schema.self, from: Data(SparkTable.schema.utf8))
    #expect(
      schema.tables.map(\.name) == [
        "tags", "inputs", "streams", "rules", "findings", "pings", "quarantine", "work",
      ]
    )
    let columns = schema.tables.flatMap(\.columns)
    #expect(Set(columns.map(\.type)) == ["text", "integer", "seconds", "flag", "json"])
    #expect(columns.allSatisfy { !$0.field.isEmpty && !$0.meaning.isEmpty })
  }

  @Test("Records.md has a table for each record", arguments: FieldTables.records.keys.sorted())
  func records(name: String) throws {
    #expect(try Self.text(of: "Documentation/Records.md").contains(FieldTables.mark(of: name)))
  }

  @Test("an update replaces the tables in a page and keeps the text around them")
  func replacing() throws {
    let end = "<!-- The end of the fields. -->"
    let page = """
      A
      \(FieldTables.mark(of: "runs"))
      | old |
      \(end)
      B
      """
    let updated = try FieldTables.updating(page)
    let table = """
      A
      \(FieldTables.mark(of: "runs"))

      | name | type | meaning |
      |---|---|---|
      | `run_id` | integer | the key |
      """
    #expect(updated.hasPrefix(table))
    #expect(updated.hasSuffix("|\n\n\(end)\nB"))
    #expect(!updated.contains("| old |"))
    #expect(try FieldTables.updating(updated) == updated)
  }

  @Test(
    "a table mark with an unknown name, or without an end mark, is refused",
    arguments: [
      ("nothing", FieldTables.Problem.unknownTable("nothing")), ("runs", .missingEnd("runs")),
    ]
  )
  func problems(table: String, problem: FieldTables.Problem) {
    #expect(throws: problem) { try FieldTables.updating(FieldTables.mark(of: table) + "\nB\n") }
  }
}
