import Formats

/// A declared field of a record, which gets its value from a row, and reads it back from JSON.
package final class DeclaredField<Row, Value>: RecordMember {
  private let makeShape: @Sendable (_ name: String) -> RecordShape
  private let find: @Sendable (Row, inout [JSONValue]) -> Void
  /// Reads the value of the field from JSON. Nil if the JSON has another type.
  let read: @Sendable (JSONValue) -> Value?

  fileprivate init(
    _ makeShape: @escaping @Sendable (_ name: String) -> RecordShape,
    _ read: @escaping @Sendable (JSONValue) -> Value?,
    _ find: @escaping @Sendable (Row, inout [JSONValue]) -> Void
  ) {
    (self.makeShape, self.read, self.find) = (makeShape, read, find)
  }

  func shape(_ name: String) -> RecordShape { makeShape(name) }

  func append(_ row: Row, to values: inout [JSONValue]) { find(row, &values) }
}

/// Declares the fields of a record.
///
/// `meaning` describes the field in the documents. `isRequired` makes the column `NOT NULL`, which is possible only for
/// fields of version 1, because existing rows have no value for later columns. `since` is the version of the database
/// that adds the column (`StoreMigrations.version`).
package enum FieldsOf<Row> {
  private static func leaf<Value>(
    _ kind: FieldKind,
    _ meaning: String,
    isRequired: Bool = false,
    since: Int = 1,
    key: String? = nil,
    parts: [RecordShape] = [],
    _ read: @escaping @Sendable (JSONValue) -> Value?,
    _ value: @escaping @Sendable (Row) -> JSONValue
  ) -> DeclaredField<Row, Value> {
    let constraint = isRequired ? "NOT NULL" : ""
    return DeclaredField(
      { name in
        let field = RecordField(key ?? name, kind, meaning, constraint: constraint, since: since)
        return RecordShape(field, parts: parts)
      },
      read
    ) { $1.append(value($0)) }
  }

  package static func text(
    _ meaning: String,
    isRequired: Bool = false,
    since: Int = 1,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> DeclaredField<Row, String> {
    leaf(.text, meaning, isRequired: isRequired, since: since, { $0.stringValue }) {
      JSONValue(value($0))
    }
  }

  /// `key` is the key in JSON if it differs from the name of the property.
  package static func integer<Number: BinaryInteger & Sendable>(
    _ meaning: String,
    isRequired: Bool = false,
    since: Int = 1,
    key: String? = nil,
    _ value: @escaping @Sendable (Row) -> Number?
  ) -> DeclaredField<Row, Int> {
    leaf(.integer, meaning, isRequired: isRequired, since: since, key: key, { $0.intValue }) {
      JSONValue(value($0))
    }
  }

  package static func seconds(
    _ meaning: String,
    since: Int = 1,
    _ value: @escaping @Sendable (Row) -> Double?
  ) -> DeclaredField<Row, Double> {
    leaf(.seconds, meaning, since: since, { $0.doubleValue }) { JSONValue(seconds: value($0)) }
  }

  package static func flag(
    _ meaning: String,
    _ value: @escaping @Sendable (Row) -> Bool?
  ) -> DeclaredField<Row, Bool> {
    leaf(.flag, meaning, { $0.boolValue }) { JSONValue(value($0)) }
  }

  // MARK: - Arrays and objects

  /// An array of any JSON values, stored as JSON in one column. If `isOptional` is true, an empty array is `null`.
  package static func array(
    _ meaning: String,
    isRequired: Bool = false,
    isOptional: Bool = false,
    _ values: @escaping @Sendable (Row) -> [JSONValue]
  ) -> DeclaredField<Row, [JSONValue]> {
    leaf(.json, meaning, isRequired: isRequired, { $0.array }) { row in
      let values = values(row)
      return isOptional && values.isEmpty ? .null : .array(values)
    }
  }

  /// An array of strings, stored as JSON in one column. If `isOptional` is true, an empty array is `null`.
  package static func texts(
    _ meaning: String,
    isRequired: Bool = false,
    isOptional: Bool = false,
    _ texts: @escaping @Sendable (Row) -> [String]
  ) -> DeclaredField<Row, [String]> {
    leaf(.json, meaning, isRequired: isRequired, { $0.array?.compactMap(\.stringValue) }) { row in
      let texts = texts(row)
      return isOptional && texts.isEmpty ? .null : .array(texts.map(JSONValue.string))
    }
  }

  /// An array of objects, stored as JSON in one column or, if `kind` is `.rows`, made from the rows of a table.
  package static func array<Part: RecordFields>(
    _ meaning: String,
    of schema: RecordSchema<Part>,
    in kind: FieldKind = .json,
    since: Int = 1,
    _ parts: @escaping @Sendable (Row) -> [Part.Row]
  ) -> DeclaredField<Row, [RecordView<Part>]> {
    leaf(
      kind,
      meaning,
      since: since,
      parts: schema.shapes,
      { $0.array?.map(RecordView.init) }
    ) { .array(parts($0).map(schema.json)) }
  }

  /// An object whose keys the user chose, stored as JSON in one column; `null` if it is empty.
  package static func map(
    _ meaning: String,
    _ members: @escaping @Sendable (Row) -> [JSONValue.Member]
  ) -> DeclaredField<Row, [JSONValue.Member]> {
    leaf(.json, meaning, { $0.members }) { row in
      let members = members(row)
      return members.isEmpty ? .null : .object(members)
    }
  }

  /// An object, each of whose fields has its own column. If `isOptional` is true, the object may be `null`. All columns
  /// of a `null` object are `NULL`.
  package static func object<Part: RecordFields>(
    _ schema: RecordSchema<Part>,
    isOptional: Bool = false,
    _ part: @escaping @Sendable (Row) -> Part.Row?
  ) -> DeclaredField<Row, RecordView<Part>> {
    DeclaredField(
      { RecordShape($0, schema.shapes, isOptional: isOptional) },
      { if case .object = $0 { RecordView($0) } else { nil } }
    ) { row, values in
      if let part = part(row) {
        schema.append(part, to: &values)
      } else {
        values += repeatElement(.null, count: schema.leaves.count)
      }
    }
  }
}

extension JSONValue {
  fileprivate var intValue: Int? { integerValue.map { Int(clamping: $0) } }
  fileprivate var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
