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
      try replace(text, by: updated, in: page, name)
    }
    let file = root.appendingPathComponent(schema)
    let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    try replace(old, by: SparkTable.schema, in: file, schema)
  }

  /// Writes a file whose text has changed, and says so.
  private static func replace(_ old: String, by new: String, in file: URL, _ name: String) throws {
    guard new != old else { return }
    try Data(new.utf8).write(to: file, options: .atomic)
    print("wrote \(name)")
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(2)
  }
}
