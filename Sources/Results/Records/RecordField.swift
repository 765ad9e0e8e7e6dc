/// The type of a field of a record.
package enum FieldKind: String, Sendable {
  case text
  case integer
  /// Seconds, rounded to milliseconds as JSON Lines have them.
  case seconds
  case flag
  /// An array or an object; in a database and in CSV compact JSON.
  case json
  /// Bytes, of tables alone: JSON has none.
  case bytes
  /// An array of objects that are in tables of their own.
  case rows
}

/// A field of a record, or a column of a table, without the code that finds its value.
package struct RecordField: Sendable, Equatable {
  /// The dotted path, such as `tag.size`.
  package var path: String
  package var kind: FieldKind
  /// The meaning, with its unit; a phrase in Markdown.
  package var meaning: String
  /// The SQL after the type of the column.
  package var constraint: String
  /// The version of the database that added its column.
  package var since: Int

  /// Makes a field, or the column of a table that no record has.
  package init(
    _ path: String,
    _ kind: FieldKind,
    _ meaning: String,
    constraint: String = "",
    since: Int = 1
  ) {
    self.path = path
    self.kind = kind
    self.meaning = meaning
    self.constraint = constraint
    self.since = since
  }

  /// The name of its column in CSV and in tables.
  package var column: String { path.replacing(".", with: "_") }

  package func inside(_ object: String, isOptional: Bool) -> RecordField {
    var field = self
    field.path = "\(object).\(path)"
    if isOptional { field.constraint = "" }
    return field
  }
}
