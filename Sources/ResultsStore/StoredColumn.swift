import Records

/// A column, and the field of a JSON object that it holds.
struct StoredColumn: Sendable {
  /// The object inside the object that the field is in; nil for the object itself.
  let object: String?
  /// Whether that object is `null` where none of its fields has a value.
  let isInOptionalObject: Bool
  /// The name of the field.
  let key: String
  /// The dotted path of the field.
  let path: String
  /// The type of the field.
  let kind: FieldKind
  /// The name of the column, quoted, as some are words of SQL. After `only(where:)` it is an expression
  /// to select instead.
  private(set) var quotedName: String

  /// The column of a field with a dotted path of at most two names.
  init(_ field: RecordField) {
    let names = field.path.split(separator: ".", maxSplits: 1).map(String.init)
    object = names.count > 1 ? names[0] : nil
    isInOptionalObject = field.isInOptionalObject
    key = names.last ?? field.path
    path = field.path
    kind = field.kind
    quotedName = "\"" + field.column + "\""
  }

  /// The column with its values in rows that meet a condition in SQL, and `NULL` in all others.
  func only(where condition: String) -> StoredColumn {
    var column = self
    column.quotedName = "CASE WHEN \(condition) THEN \(quotedName) END"
    return column
  }
}
