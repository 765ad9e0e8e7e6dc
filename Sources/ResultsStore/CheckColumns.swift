import Records

/// The results of `check` for a whole input: columns of `inputs`.
enum CheckColumns {
  /// The fields of `check`; `input` is in every record.
  private static let fields = Records.check.leaves.filter { $0.path != "input" }

  /// In the order of the fields, up to the tables of their own.
  static let head = fields.prefix { $0.kind != .rows }.map(StoredColumn.init)
  /// The tables between the two; the names are those of the fields.
  static let tables: [StoredTable] = [.streams, .rules, .findings]
  /// In the order of the fields after the tables. `error` is also there without `check`.
  static let tail = fields.drop { $0.kind != .rows }.filter { $0.kind != .rows }
    .map(StoredColumn.init)

  /// The columns that a report fills; `error` represents itself.
  static let filled = head + tail.filter { $0.key != "error" }
}
