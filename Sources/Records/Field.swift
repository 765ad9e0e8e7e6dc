import Formats

/// A field of a record, and how its value is found in a `Row`.
package struct Field<Row>: Sendable {
  /// The key in JSON.
  package let name: String
  /// The field itself; of an object all that is in it, with dotted paths.
  package let leaves: [RecordField]
  /// For the documents: the same, and of an array of objects what is in them, as `findings[].rule`.
  package let documented: [RecordField]
  /// The value in JSON.
  package let value: @Sendable (Row) -> JSONValue

  private init(
    _ name: String,
    _ leaves: [RecordField],
    documented: [RecordField]? = nil,
    _ value: @escaping @Sendable (Row) -> JSONValue
  ) {
    self.name = name
    self.leaves = leaves
    self.documented = documented ?? leaves
    self.value = value
  }

  private init(
    _ name: String,
    _ kind: FieldKind,
    _ meaning: String,
    _ isRequired: Bool,
    _ since: Int,
    _ value: @escaping @Sendable (Row) -> JSONValue
  ) {
    let constraint = isRequired ? "NOT NULL" : ""
    let leaf = RecordField(name, kind, meaning, constraint: constraint, since: since)
    self.init(name, [leaf], value)
  }

  // MARK: - Values

  // `meaning` is for the documents. `isRequired`: no row of the table is without it; only for fields of
  // version 1, as rows that exist have no value for later ones. `since` is the version of the database that
  // adds the column (`StoreSchema.version`).

  package static func text(
    _ name: String,
    _ meaning: String,
    isRequired: Bool = false,
    since: Int = 1,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> Field {
    Field(name, .text, meaning, isRequired, since) { JSONValue(value($0)) }
  }

  package static func integer<Number: BinaryInteger & Sendable>(
    _ name: String,
    _ meaning: String,
    isRequired: Bool = false,
    since: Int = 1,
    _ value: @escaping @Sendable (Row) -> Number?
  ) -> Field {
    Field(name, .integer, meaning, isRequired, since) { JSONValue(value($0)) }
  }

  /// Seconds, with a fraction.
  package static func seconds(
    _ name: String,
    _ meaning: String,
    isRequired: Bool = false,
    since: Int = 1,
    _ value: @escaping @Sendable (Row) -> Double?
  ) -> Field {
    Field(name, .seconds, meaning, isRequired, since) { JSONValue(seconds: value($0)) }
  }

  package static func flag(
    _ name: String,
    _ meaning: String,
    isRequired: Bool = false,
    since: Int = 1,
    _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Field {
    Field(name, .flag, meaning, isRequired, since) { JSONValue(value($0)) }
  }

  // MARK: - Arrays and objects

  /// An array that stays in one column.
  package static func array(
    _ name: String,
    _ meaning: String,
    isRequired: Bool = false,
    since: Int = 1,
    _ values: @escaping @Sendable (Row) -> [JSONValue]
  ) -> Field {
    Field(name, .json, meaning, isRequired, since) { .array(values($0)) }
  }

  /// An array of objects that stays in one column.
  package static func array<Part>(
    _ name: String,
    _ meaning: String,
    of schema: RecordSchema<Part>,
    since: Int = 1,
    _ parts: @escaping @Sendable (Row) -> [Part]
  ) -> Field {
    let leaf = RecordField(name, .json, meaning, since: since)
    return Field(name, [leaf], documented: schema.documented(inside: "\(name)[]")) {
      .array(parts($0).map(schema.json))
    }
  }

  /// An array of objects that has a table of its own, of the same name.
  package static func rows<Part>(
    _ name: String,
    _ meaning: String,
    of schema: RecordSchema<Part>,
    _ parts: @escaping @Sendable (Row) -> [Part]
  ) -> Field {
    let leaf = RecordField(name, .rows, meaning)
    return Field(name, [leaf], documented: schema.documented(inside: "\(name)[]")) {
      .array(parts($0).map(schema.json))
    }
  }

  /// An object with keys that the user chose; `null` where there are none. It stays in one column.
  package static func map(
    _ name: String,
    _ meaning: String,
    since: Int = 1,
    _ members: @escaping @Sendable (Row) -> [JSONValue.Member]
  ) -> Field {
    Field(name, .json, meaning, false, since) { row in
      let members = members(row)
      return members.isEmpty ? .null : .object(members)
    }
  }

  /// An object with a column for each of its fields.
  package static func object<Part>(
    _ name: String,
    _ schema: RecordSchema<Part>,
    _ part: @escaping @Sendable (Row) -> Part
  ) -> Field {
    let leaves = schema.leaves.map { $0.inside(name, isOptional: false) }
    return Field(name, leaves, documented: schema.documented(inside: name)) {
      schema.json(part($0))
    }
  }

  /// An object that may be `null`; then all its columns are.
  package static func optionalObject<Part>(
    _ name: String,
    _ schema: RecordSchema<Part>,
    _ part: @escaping @Sendable (Row) -> Part?
  ) -> Field {
    let leaves = schema.leaves.map { $0.inside(name, isOptional: true) }
    return Field(name, leaves, documented: schema.documented(inside: name)) {
      part($0).map(schema.json) ?? .null
    }
  }
}
