import Conformance
import Formats
import GRDB

extension FeedTotals {
  /// Reads the stored totals of an input. The findings of an input that was watched also determine the worst severity.
  init(ofInput id: Int64, wasWatched: Bool, _ db: Database) throws {
    self.init()
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT verdict, tags_data, tags_info, tags_other, copies_data, copies_info, copies_other, input_id
        FROM inputs WHERE input_id = ?
        """,
      arguments: [id]
    )
    guard let row else { return }
    let input = CheckedRow(row, of: "inputs", key: ["input_id"])
    let verdict: String? = try input.optional(0)
    worst = Severity(verdict: verdict)
    isMissed = verdict == Verdict.absent.rawValue
    distinctTags = try TagCounts(data: input.count(1), info: input.count(2), other: input.count(3))
    repeatedTags = try TagCounts(data: input.count(4), info: input.count(5), other: input.count(6))
    try readStreams(ofInput: id, db)
    // The verdict of an input without DATA tags does not show the severity of its findings.
    if wasWatched { try readFindings(ofInput: id, db) }
  }

  private mutating func readStreams(ofInput id: Int64, _ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT rendition, program, pid, carriage, tags, data, info, verdict, input_id, position
        FROM streams WHERE input_id = ? ORDER BY position LIMIT ?
        """,
      arguments: [id, Self.capacity]
    )
    while let row = try rows.next() {
      let row = CheckedRow(row, of: "streams", key: ["input_id", "position"])
      var stream = Stream(try Self.key(row))
      stream.pid = try row.optional(2)
      stream.carriage = try row.optional(3)
      let (all, data, info) = (try row.count(4), try row.count(5), try row.count(6))
      stream.tags = TagCounts(data: data, info: info, other: max(0, all - data - info))
      stream.worst = Severity(verdict: try row.optional(7))
      // Whether the feed still has the stream is unknown until `list` is called.
      stream.isListed = false
      streams.append(stream)
    }
  }

  private mutating func readFindings(ofInput id: Int64, _ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT DISTINCT rendition, program, severity, input_id FROM findings
        WHERE input_id = ? AND severity IN ('error', 'warning')
        """,
      arguments: [id]
    )
    while let row = try rows.next() {
      let row = CheckedRow(row, of: "findings", key: ["input_id"])
      guard let severity = Severity(rawValue: try row.value(2)) else { continue }
      worst = max(worst ?? severity, severity)
      let key = try Self.key(row)
      for index in streams.indices where streams[index].key == key {
        streams[index].worst = max(streams[index].worst ?? severity, severity)
      }
    }
  }

  private static func key(
    _ row: CheckedRow
  ) throws(StoredValueError) -> WatchStore.StreamKey {
    WatchStore.StreamKey(rendition: try row.optional(0), program: try row.optional(1))
  }

  /// Writes the totals into the row of the input, and replaces its rows in `streams`. Requires a transaction.
  func write(ofInput id: Int64, _ db: Database) throws {
    let sql = """
      UPDATE inputs SET verdict = ?, tags_data = ?, tags_info = ?, tags_other = ?, copies_data = ?,
        copies_info = ?, copies_other = ?
      WHERE input_id = ?
      """
    let (tags, copies) = (tags, copies)
    try db.cachedStatement(sql: sql)
      .execute(
        arguments: [
          verdict.rawValue, tags.data, tags.info, tags.other, copies.data, copies.info,
          copies.other, id,
        ]
      )
    try db.cachedStatement(sql: "DELETE FROM streams WHERE input_id = ?").execute(arguments: [id])
    for (position, stream) in streams.enumerated() {
      let record = StreamRecord(stream, verdict: verdict(of: stream))
      try StoredTable.streams.row(
        StreamFields.schema.values(record),
        ofInput: id,
        position: position
      ).insert(into: db)
    }
  }
}

extension StreamRecord {
  fileprivate init(_ stream: FeedTotals.Stream, verdict: Verdict) {
    self.init(verdict)
    (program, pid, rendition) = (stream.key.program, stream.pid, stream.key.rendition)
    (tags, carriage) = (stream.tags, stream.carriage)
  }
}

extension Severity {
  /// The severity of the findings that led to a stored verdict. Nil for a verdict other than `fail` and `warn`.
  fileprivate init?(verdict: String?) {
    switch verdict.flatMap({ Verdict(rawValue: $0) }) {
    case .fail: self = .error
    case .warn: self = .warning
    case .pass, .absent, .notJudged, .unreadable, nil: return nil
    }
  }
}
