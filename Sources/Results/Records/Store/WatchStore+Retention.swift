import Formats
import GRDB

extension WatchStore {
  /// The maximum number of rows removed in one transaction, during which other processes must wait.
  private static let removedAtOnce: Int64 = 20_000

  /// A time of day, and the index of the next tag of a feed at that time. Old tags are found by these marks, because
  /// tags of transport streams have no time of day and the time of day in a playlist can be wrong.
  private struct Mark {
    /// The time of the mark, in Unix seconds.
    var date: Int64
    var index: Int64

    init(date: Int64, index: Int64) { (self.date, self.index) = (date, index) }

    init?(_ json: JSONValue) {
      guard case .array(let pair) = json, pair.count == 2, let date = pair[0].integerValue,
        let index = pair[1].integerValue
      else { return nil }
      self.init(date: date, index: index)
    }

    var json: JSONValue { .array([.integer(date), .integer(index)]) }
  }

  /// Records the current position in the tags of each feed of this run, and removes tags and alarms older than
  /// `seconds`, including those of feeds that no process watches. Call this function again after an hour, or
  /// immediately if more rows are left.
  /// - Returns: Whether more rows are left to remove.
  /// - Throws: ``ResultsDatabaseError``.
  package func removeRows(olderThan seconds: Double) async throws -> Bool {
    let now = clock() / 1000
    let date = now - Int64(seconds)
    return try await database.writing { [run, locks] db in
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT input_id, owner, finished, marks FROM inputs WHERE state = ?",
        arguments: [Self.state]
      )
      var room = Self.removedAtOnce
      for row in rows {
        let row = CheckedRow(row, of: "inputs", key: ["input_id"])
        let (id, owner): (Int64, Int64?) = (try row.value(0), try row.optional(1))
        let isOwn = owner == run
        guard isOwn || owner.map(locks.isGone) ?? true else { continue }
        let next = try Self.next("\"index\"", of: "tags", id, db)
        var marks = Self.marks(try row.optional(3))
        if isOwn, marks.last?.index != next { marks.append(Mark(date: now, index: next)) }
        let passed = marks.last { $0.date <= date }
        // If a feed of an earlier run was last read before `date`, all its tags are older than `date`.
        let hasEnded =
          try !isOwn
          && (row.optional(2) as String?).flatMap(UTCTime.seconds).map { Double($0) < Double(date) }
            ?? false
        let end = hasEnded ? next : passed?.index ?? 0
        room -= try Self.remove(room, from: "tags", by: "\"index\"", ofInput: id, before: end, db)
        let kept = try Self.first(
          "position",
          of: "findings",
          id,
          where: ("wallClock >= ?", InputRecorder.text(date * 1000)),
          db
        )
        room -= try Self.remove(
          room,
          from: "findings",
          by: "position",
          ofInput: id,
          before: kept ?? .max,
          db
        )
        if let passed { marks.removeAll { $0.date < passed.date } }
        try db.execute(
          sql: "UPDATE inputs SET marks = ? WHERE input_id = ?",
          arguments: [JSONValue.array(marks.map(\.json)).text, id]
        )
        guard room > 0 else { return true }
      }
      return false
    }
  }

  private static func marks(_ text: String?) -> [Mark] {
    guard let text, let json = try? JSONValue(parsing: Array(text.utf8)),
      case .array(let marks) = json
    else { return [] }
    return marks.compactMap(Mark.init)
  }

  /// Removes at most `most` of the first rows of an input, all with a number below `end`. Returns the number of removed
  /// rows.
  private static func remove(
    _ most: Int64,
    from table: String,
    by column: String,
    ofInput id: Int64,
    before end: Int64,
    _ db: Database
  ) throws -> Int64 {
    guard most > 0, let start = try first(column, of: table, id, db), start < end else { return 0 }
    try db.execute(
      sql: "DELETE FROM \(table) WHERE input_id = ? AND \(column) < ?",
      arguments: [id, min(end, start + most)]
    )
    return Int64(db.changesCount)
  }

  /// The number of the first row of an input that meets the condition. Nil if no row does.
  private static func first(
    _ column: String,
    of table: String,
    _ id: Int64,
    where condition: (sql: String, value: String?) = ("? IS NULL", nil),
    _ db: Database
  ) throws -> Int64? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT \(column), input_id FROM \(table) WHERE input_id = ? AND \(condition.sql)
        ORDER BY 1 LIMIT 1
        """,
      arguments: [id, condition.value]
    ).map { try CheckedRow($0, of: table, key: ["input_id"]).identifier(0) }
  }
}
