import Formats
import GRDB

extension WatchStore {
  /// An event that the next watch needs: of an alarm that is raised, or one that was not delivered.
  package struct KeptRow: Sendable, Equatable {
    /// The name of the feed.
    package var input: String
    /// `open` for an alarm that is raised; otherwise the output that waits for the event.
    package var purpose: String
    /// The event as it is sent.
    package var event: JSONValue

    package init(input: String, purpose: String, event: JSONValue) {
      (self.input, self.purpose, self.event) = (input, purpose, event)
    }
  }

  /// Takes over the events that earlier runs, which are over, left.
  /// - Parameter isOwn: Whether this run takes those of a feed.
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

  /// Replaces the events that this run keeps.
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
