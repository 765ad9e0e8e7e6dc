import GRDB
import Reports
import System
import TestSupport
import Testing

@testable import Records

/// Databases in which any value can be wrong. No value causes a trap, and an unreadable value is named.
@Suite("wrong values in a results database")
struct WrongValueTests {
  private let database: LooseDatabase

  init() throws {
    database = try LooseDatabase(values: [
      "inputs.name": "x'61'", "inputs.input": "'a'", "inputs.state": "'done'",
      "inputs.owner": "NULL", "inputs.kind": "'file'", "inputs.verdict": "'fail'",
      "runs.directory": "'/'", "streams.verdict": "'warn'", "findings.severity": "'error'",
    ]) { try ResultsDatabase(path: $0, for: .writing).close() }
  }

  /// Checks that an error names the table and the column.
  private func check(
    _ change: LooseDatabase.Change,
    _ path: String,
    _ body: () async throws -> Void
  ) async {
    do {
      try await body()
    } catch let error as ResultsDatabaseError {
      let words = error.description
      #expect(words.hasPrefix("\(path): "), "\(change): \(words)")
      guard error.code == .wrongValue else { return }
      #expect(words.contains("table \(change.table)") || words.contains("table work"))
      #expect(words.contains("column \(change.column) "), "\(change): \(words)")
    } catch {
      Issue.record("\(change): \(error)")
    }
  }

  @Test("a database without wrong values can be read")
  func clean() throws {
    let path = try #require(try database.copy())
    let results = try ResultsDatabase(path: path, for: .reading)
    for kind in [RecordKind.check, .extract, .pings] {
      var lines = 0
      try results.lines(of: kind) { _ in lines += 1 }
      #expect(lines == 1)
    }
    var records = 0
    try results.records { _ in records += 1 }
    #expect(records == 3)
  }

  @Test("report reads a database to its end or up to a wrong value, and then makes its page")
  func reports() async throws {
    for change in try database.changes() {
      guard let path = try database.copy(with: change) else { continue }
      let builder = ReportBuilder()
      let results = try ResultsDatabase(path: path, for: .reading)
      await check(change, path) {
        for kind in [RecordKind.check, .extract, .pings] { try results.lines(of: kind) { _ in } }
      }
      await check(change, path) {
        try RecordReader(builder) { Issue.record("\(change): \($0)") }.read(results)
      }
      let report = builder.finish()
      // Only a sum that overflows could make a page fail.
      guard change.value == Int64.max.databaseValue else { continue }
      let destination = try OutputDestination.file(path + ".html")
      try HTMLReport(report).write(to: destination)
      try MarkdownReport(report).write(to: destination)
      try JUnitReport(report).write(to: destination)
      _ = DifferenceDocument(ReportDifference(old: report, new: report))
    }
  }

  @Test("batch works on a database with a wrong value, or names the value")
  func batches() async throws {
    for change in try database.changes(in: ["runs", "inputs"]) {
      guard let path = try database.copy(with: change) else { continue }
      await check(change, path) {
        let run = try BatchRun(
          ResultsDatabase(path: path, for: .writing),
          RunDescription(version: "1", settings: .string(""), directory: "/"),
          clock: { 1_500_000_000_000 }
        )
        try run.add(StoreBench.inputs(["a", "b"]))
        _ = try run.enter()
        _ = try run.work(pings: 1)
        try run.end(.done, done: 2, failed: 0, skipped: 0)
      }
    }
  }

  @Test("watch works on a database with a wrong value, or names the value")
  func watches() async throws {
    let tables: Set = ["runs", "inputs", "streams", "findings", "tags"]
    for change in try database.changes(in: tables) {
      guard let path = try database.copy(with: change) else { continue }
      await check(change, path) {
        var store = try WatchStore(
          ResultsDatabase(path: path, for: .writing),
          RunDescription(version: "1", settings: .object([]), directory: "/"),
          feeds: [WatchStore.Feed(name: "a", kind: .feed)],
          clock: { 1_767_225_600_000 }
        )
        try await store.update([.init(number: 0, bytes: 5, error: nil, streams: [])])
        try await store.end(.done)
      }
    }
  }

  @Test(
    "the error about a wrong value names the file, table, row and column, and has a remedy",
    arguments: [
      ("inputs", "input", "table inputs, input_id 1, column input holds 2 bytes, not text"),
      ("tags", "program", "table tags, input_id 1, index 1, column program holds 2 bytes"),
      ("findings", "time", "table findings, input_id 1, position 1, column time holds 2 bytes"),
    ]
  )
  func message(table: String, column: String, words: String) throws {
    let change = try #require(
      try database.changes(in: [table]).last { $0.column == column }
    )
    let path = try #require(try database.copy(with: change))
    let error = #expect(throws: ResultsDatabaseError.self) {
      try ResultsDatabase(path: path, for: .reading).records { _ in }
    }
    #expect(
      error?.description.hasPrefix("\(path): \(words)") == true,
      "\(String(describing: error))"
    )
    #expect(error?.description.hasSuffix("or use another database") == true)
  }
}
