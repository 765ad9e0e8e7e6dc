import Conformance
import Formats
import GRDB

extension WatchStore {
  /// An alarm or its end, as an earlier run wrote it.
  package struct EarlierFinding: Sendable, Equatable {
    /// The name of the alarm.
    package var rule: String
    /// How bad it is; `info` for the end of an alarm.
    package var severity: Severity
    package var message: String
    package var rendition: String?
    /// `program_number`.
    package var program: Int?
    /// When, in Unix seconds.
    package var date: Double
  }

  /// The rows of earlier runs about feeds.
  package struct Earlier: Sendable {
    /// When they began and ended, in Unix seconds; those that did not end are not among them.
    package var runs: [ClosedRange<Double>] = []
    /// The alarms of each feed and their ends, the oldest first.
    package var findings: [[EarlierFinding]] = []

    /// Nothing.
    package init() {}
  }

  /// Rows that are read of a feed.
  private static let mostRows = 1000

  /// Reads what earlier runs wrote about the feeds.
  /// - Parameter date: Unix seconds; what is older is not read.
  /// - Returns: The runs that ended, and the rows of each feed, at most the latest 1,000.
  /// - Throws: ``ResultsDatabaseError``.
  package func earlier(since date: Double) async throws -> Earlier {
    let ids = inputs
    return try await database.reading { db in
      let runs = try Row.fetchAll(
        db,
        sql:
          "SELECT started, finished, run_id FROM runs ORDER BY run_id DESC LIMIT \(Self.mostRows)"
      )
      var earlier = Earlier()
      for row in runs {
        let row = CheckedRow(row, of: "runs", key: ["run_id"])
        guard let start = Self.date(try row.optional(0)), let end = Self.date(try row.optional(1)),
          start <= end, end >= date
        else { continue }
        earlier.runs.append(start...end)
      }
      earlier.findings = try ids.map { try Self.findings(ofInput: $0, since: date, db) }
      return earlier
    }
  }

  private static func findings(
    ofInput id: Int64,
    since date: Double,
    _ db: Database
  ) throws -> [EarlierFinding] {
    let table = StoredTable.findings
    let names = table.columns.names.joined(separator: ", ")
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT input_id, position, \(names) FROM findings
        WHERE input_id = ? ORDER BY position DESC LIMIT \(mostRows)
        """,
      arguments: [id]
    )
    return try rows.reversed().compactMap { row in
      let row = CheckedRow(row, of: table.name, key: ["input_id", "position"])
      let values = try table.columns.values(row, from: 2, parsing: true)
      let finding = RecordView<FindingFields>(table.shapes.json(values))
      // A finding of `check` in a recording has no date of its own, or another one.
      guard let when = Self.date(finding.wallClock), when >= date, let rule = finding.rule,
        let severity = finding.severity.flatMap(Severity.init), let message = finding.message
      else { return nil }
      return EarlierFinding(
        rule: rule,
        severity: severity,
        message: message,
        rendition: finding.rendition,
        program: finding.program,
        date: when
      )
    }
  }

  private static func date(_ text: String?) -> Double? {
    text.flatMap { UTCTime.seconds($0) }.map(Double.init)
  }
}
