import Foundation
import TestSupport
import Testing

/// Runs the SQL blocks of the documents on a database that `batch` made from the sample streams.
@Suite(.ownThread) struct DocumentSQLTests {
  private static let opening = "```sql\n"

  private static let documents = DocumentFiles.all.filter { path in
    (try? DocumentFiles.text(of: path))?.contains(opening) == true
  }

  /// The SQL statements in a document, each with the comment above it.
  private static func statements(of document: String) throws -> [String] {
    let blocks = try DocumentFiles.text(of: document).components(separatedBy: opening).dropFirst()
    return blocks.compactMap { $0.components(separatedBy: "```").first }
      .flatMap { $0.components(separatedBy: ";\n") }
      .filter { $0.contains { !$0.isWhitespace } }
  }

  @Test("the page about the database has more than five SQL statements")
  func presence() throws {
    #expect(try Self.statements(of: "Documentation/Database.md").count > 5)
  }

  @Test(
    "every SQL statement in the documents runs, and those in Database.md return rows",
    .enabled(if: Tool.isThere("sqlite3"), "sqlite3 is missing: 'make tools'"),
    arguments: documents
  )
  func run(document: String) throws {
    let shell = try Shell()
    let samples = DocumentFiles.path(of: "SampleStreams")
    try shell.prepare(
      "cp \(samples)/{clean,cadence-gap}.ts \(samples)/media.mp4 .; cp clean.ts copy.ts; : > empty.ts"
    )
    // The exit code is 2, because the empty file cannot be read.
    let batch = try shell.run(
      "id3tap batch --quiet clean.ts copy.ts cadence-gap.ts media.mp4 empty.ts"
    )
    #expect(batch.status == 2, "\(batch.errors)")
    for (index, statement) in try Self.statements(of: document).enumerated() {
      let file = "\(index).sql"
      try Data("\(statement);\n".utf8).write(to: shell.folder.appendingPathComponent(file))
      let outcome = try shell.run("sqlite3 -bail id3tap.sqlite < \(file)")
      #expect(outcome.status == 0 && outcome.errors == "", "\(statement)\n\(outcome.errors)")
      let needsRows = document == "Documentation/Database.md"
      #expect(!needsRows || !outcome.lines.isEmpty, "\(statement)")
      if statement.contains("owners") || statement.contains("Owners") {
        #expect(Set(outcome.lines).count == 1, "a Nielsen owner is one row: \(outcome.output)")
      }
    }
  }
}
