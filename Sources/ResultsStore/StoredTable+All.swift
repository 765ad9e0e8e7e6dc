extension StoredTable {
  /// Every table with rows that belong to inputs.
  static let all = [streams, tags, rules, findings, pings]

  /// The rows of `extract`.
  static let tags = StoredTable(.tags, by: .index)
  /// `streams` of `check`.
  static let streams = StoredTable(.streams, by: .position)
  /// `rules` of `check`.
  static let rules = StoredTable(.rules, by: .position)
  /// `findings` of `check`.
  static let findings = StoredTable(.findings, by: .position)
  /// The rows of `pings`.
  static let pings = StoredTable(.pings, by: .index)
}
