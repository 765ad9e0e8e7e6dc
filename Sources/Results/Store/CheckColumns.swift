/// What `check` says of an input as a whole: columns of `inputs`.
enum CheckColumns {
  /// In the order of the fields, up to the tables of their own.
  static let head: [StoredColumn] = [
    .init("verdict", .text), .init("tags.data", .integer), .init("tags.info", .integer),
    .init("tags.other", .integer), .init("duration", .seconds), .init("firstTag", .seconds),
    .init("lastTag", .seconds), .init("longestGap", .seconds),
  ]
  /// The tables between the two; the names are those of the fields.
  static let tables: [StoredTable] = [.streams, .rules, .findings]
  /// In the order of the fields behind the tables. `error` is also there without `check`.
  static let tail: [StoredColumn] = [
    .init("missing", .json), .init("error", .text), .init("timelines", .json),
    .init("segments", .json), .init("markers", .json),
  ]

  /// The columns that a report fills; `error` stands for itself.
  static let filled = head + tail.filter { $0.key != "error" }
}
