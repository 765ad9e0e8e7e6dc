/// The results of `check` for a whole input: columns of `inputs`.
enum CheckColumns {
  /// All of them, in the order of the fields. `error` is also there without `check`.
  static let all = columns { _ in true }
  /// The columns that a report fills; `error` represents itself.
  static let filled = columns { $0 != "error" }
  /// The tables of its arrays; the names are those of the fields.
  static let tables: [StoredTable] = [.streams, .rules, .findings]

  private static func columns(_ hasColumn: (String) -> Bool) -> StoredColumns {
    StoredColumns(CheckFields.schema.leaves) {
      $0.kind != .rows && $0.path != "input" && hasColumn($0.path)
    }
  }
}
