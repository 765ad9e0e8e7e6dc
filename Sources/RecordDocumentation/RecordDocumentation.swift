import Foundation

/// Writes what follows from the declared fields of records: the tables of fields in the documents and
/// `Distributed/spark/schema.json`. Called by `make records`: `RecordDocumentation .`.
@main enum RecordDocumentation {
  /// The schema, below the folder of the repository.
  static let schema = "Distributed/spark/schema.json"

  /// The pages that may have tables of fields, below the folder of the repository.
  static func pages(below root: URL) throws -> [String] {
    let folder = root.appendingPathComponent("Documentation").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }
  }

  static func main() {
    guard CommandLine.arguments.count == 2 else {
      fail("usage: RecordDocumentation FOLDER: name the folder of the repository")
    }
    do {
      try write(below: URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true))
    } catch {
      fail("\(error)")
    }
  }

  private static func write(below root: URL) throws {
    for name in try pages(below: root) {
      let page = root.appendingPathComponent(name)
      let text = try String(contentsOf: page, encoding: .utf8)
      let updated: String
      do throws(FieldTables.Problem) {
        updated = try FieldTables.updating(text)
      } catch {
        fail("\(name): \(error)")
      }
      if updated != text { try Data(updated.utf8).write(to: page, options: .atomic) }
    }
    let file = root.appendingPathComponent(schema)
    try Data(SparkTable.schema.utf8).write(to: file, options: .atomic)
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(2)
  }
}
