import Conformance
import Formats
import GRDB

extension WatchStore {
  /// The earlier runs, and the alarms of feeds that they recorded.
  package struct Earlier: Sendable {
    /// The start and end of each run that was read, in Unix seconds. Runs without a recorded end are left out.
    package var runs: [ClosedRange<Double>] = []
    /// For each feed, the alarms and their ends with their times in Unix seconds, oldest first. An end has the severity
    /// `info`.
    package var findings: [[(date: Double, record: FindingRecord)]] = []

    package init() {}
  }

  /// The maximum number of rows that are read for each feed, and the maximum number of runs that are read.
  private static let mostRows = 1000

  /// Reads the records of earlier runs about the feeds of this run.
  /// - Parameter date: The time, in Unix seconds, from which rows are read.
  /// - Returns: Those of the latest 1,000 runs that ended after `date`, and the alarms since `date` among the latest
  ///   1,000 rows of each feed.
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
  ) throws -> [(date: Double, record: FindingRecord)] {
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
      let record = FindingRecord(RecordView(table.shapes.json(values)))
      // A finding of `check` in a recording has no time of day, or a time of day that is unrelated to the watch.
      guard let record, let when = Self.date(record.wallClock), when >= date else { return nil }
      return (when, record)
    }
  }

  private static func date(_ text: String?) -> Double? {
    text.flatMap { UTCTime.seconds($0) }.map(Double.init)
  }
}

extension WatchStore {
  /// An event that the next `watch` needs, because it raised an alarm that is still active or could not be delivered.
  package struct KeptRow: Sendable, Equatable {
    package var input: String
    /// `open` for an active alarm; otherwise the output to which the event must still be delivered.
    package var purpose: String
    package var event: JSONValue

    package init(input: String, purpose: String, event: JSONValue) {
      (self.input, self.purpose, self.event) = (input, purpose, event)
    }
  }

  /// Takes over the events that were kept by this run, or by earlier runs whose processes have ended.
  /// - Parameter isOwn: Returns whether this run takes over the events of the feed of that name.
  /// - Returns: The events, in their order.
  /// - Throws: ``ResultsDatabaseError``.
  package func takeKept(where isOwn: @escaping @Sendable (String) -> Bool) async throws -> [KeptRow]
  {
    try await database.writing { [run, locks] db in
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT run_id, input, purpose, event, rowid FROM kept ORDER BY rowid"
      )
      var kept: [KeptRow] = []
      for row in rows {
        let row = CheckedRow(row, of: "kept", key: ["rowid"])
        let owner: Int64 = try row.value(0)
        let input: String = try row.value(1)
        guard owner == run || locks.isGone(owner), isOwn(input) else { continue }
        let id: Int64 = try row.value(4)
        let text: String = try row.value(3)
        try db.execute(sql: "UPDATE kept SET run_id = ? WHERE rowid = ?", arguments: [run, id])
        guard let event = try? JSONValue(parsing: text.utf8) else { continue }
        kept.append(KeptRow(input: input, purpose: try row.value(2), event: event))
      }
      return kept
    }
  }

  static func keep(_ rows: [KeptRow], ofRun run: Int64, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM kept WHERE run_id = ?", arguments: [run])
    for row in rows {
      try db.cachedStatement(
        sql: "INSERT INTO kept (run_id, input, purpose, event) VALUES (?, ?, ?, ?)"
      )
      .execute(arguments: [run, row.input, row.purpose, row.event.text])
    }
  }
}
