import Formats

/// The fields of a record, each declared once as a property named after its key. JSON, CSV, the columns of the database
/// and of Spark, typed reading (``RecordView``) and the tables of the documents are derived from this declaration.
///
/// To add a field, add its line to the record in this folder, after the other fields of its object:
///
///     package let remark = Field.text("what the result means for viewers", since: 2) { $0.remark }
///
/// and run `make golden`, which writes the tables of the documents and `Integrations/spark/schema.json`. `since` is the
/// next version of the database; files of earlier versions get the column when they are opened for writing. A field of
/// a record without a table needs no `since`. Never rename or remove a field.
package protocol RecordFields: AnyObject, Sendable {
  associatedtype Row
  /// The functions that declare fields: `Field.text(…)`.
  typealias Field = FieldsOf<Row>
  static var schema: RecordSchema<Self> { get }
}

/// A field of a record, whatever the type of its value.
protocol RecordMember<Row>: AnyObject, Sendable {
  associatedtype Row
  /// Makes the shape of the field. `name` is the name of its property.
  func shape(_ name: String) -> RecordShape
  /// Appends the value of the field; for an object, the value of each field in it.
  func append(_ row: Row, to values: inout [JSONValue])
}

/// The fields of a record in the order of their declaration.
package final class RecordSchema<Fields: RecordFields>: Sendable {
  package let fields: Fields
  /// The fields as a tree, in the order of the record.
  package let shapes: [RecordShape]
  /// All fields as a flat list; a field of an object has a dotted path, such as `tag.size`.
  package let leaves: [RecordField]
  private let members: [any RecordMember<Fields.Row>]
  /// The key of each field in JSON.
  private let names: [ObjectIdentifier: String]

  package init(_ fields: Fields) {
    self.fields = fields
    let properties = Mirror(reflecting: fields).children.compactMap { child in
      (child.value as? any RecordMember<Fields.Row>).map { (name: child.label ?? "", member: $0) }
    }
    members = properties.map(\.member)
    shapes = properties.map { $0.member.shape($0.name) }
    leaves = shapes.flatMap(\.leaves)
    names = Dictionary(
      zip(members.map { ObjectIdentifier($0) }, shapes.map(\.name)),
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// All fields for the documents, including those in arrays of objects, such as `findings[].rule`.
  package var documented: [RecordField] { shapes.documented }

  /// The dotted paths of all fields. The header of CSV has `_` for each dot.
  package var paths: [String] { leaves.map(\.path) }

  fileprivate func name<Value>(_ field: DeclaredField<Fields.Row, Value>) -> String {
    names[ObjectIdentifier(field)] ?? ""
  }

  /// The ``RecordField`` of a field with a single value.
  func leaf<Value>(_ field: KeyPath<Fields, DeclaredField<Fields.Row, Value>>) -> RecordField {
    let name = name(fields[keyPath: field])
    return leaves[leaves.firstIndex { $0.path == name } ?? 0]
  }

  /// The values of a row, one for each leaf. If `parts` is false, arrays with their own table are null.
  package func values(_ row: Fields.Row, parts: Bool = true) -> [JSONValue] {
    var values: [JSONValue] = []
    values.reserveCapacity(leaves.count)
    for (member, shape) in zip(members, shapes) {
      if !parts, shape.leaves.first?.kind == .rows {
        values.append(.null)
      } else {
        member.append(row, to: &values)
      }
    }
    return values
  }

  func append(_ row: Fields.Row, to values: inout [JSONValue]) {
    for member in members { member.append(row, to: &values) }
  }

  package func json(_ row: Fields.Row) -> JSONValue { shapes.json(values(row)) }
}

/// A record read from JSON, with typed access to its fields. A field that is missing or has another type is nil.
@dynamicMemberLookup
package struct RecordView<Fields: RecordFields>: Sendable, Equatable {
  package let json: JSONValue

  package init(_ json: JSONValue) { self.json = json }

  /// Makes the record of a row as if it had been written and read back.
  package init(row: Fields.Row) { json = Fields.schema.json(row) }

  package subscript<Value>(
    dynamicMember field: KeyPath<Fields, DeclaredField<Fields.Row, Value>>
  ) -> Value? {
    let field = Fields.schema.fields[keyPath: field]
    return json[Fields.schema.name(field)].flatMap(field.read)
  }

  /// Whether the record contains the field, even if its value is `null`.
  package func has<Value>(_ field: KeyPath<Fields, DeclaredField<Fields.Row, Value>>) -> Bool {
    json[Fields.schema.name(Fields.schema.fields[keyPath: field])] != nil
  }
}

/// A row whose JSON and CSV are derived from the schema of a record.
package protocol RecordRow: ResultRow {
  associatedtype Fields: RecordFields
  /// The value from which the schema reads the fields of this row.
  var record: Fields.Row { get }
  /// The schema of this row's JSON and CSV.
  var schema: RecordSchema<Fields> { get }
}

extension RecordRow where Fields.Row == Self {
  package var record: Self { self }
}

extension RecordRow {
  package static var fields: [String] { Fields.schema.paths }

  package var schema: RecordSchema<Fields> { Fields.schema }

  package var json: JSONValue { schema.json(record) }

  package var values: [JSONValue] { schema.values(record) }

  package func appendJSON(to bytes: inout [UInt8]) {
    schema.shapes.append(values, to: &bytes)
  }
}
