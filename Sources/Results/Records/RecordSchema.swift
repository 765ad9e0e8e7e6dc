import Formats

/// The fields of a record, each declared once, as a property with the name of its key: JSON, CSV, the columns of the
/// database and of Spark, typed reading (``RecordView``) and the tables of the documents follow from it.
///
/// To add a field, add its line to the record in this folder, after the others of its object:
///
///     package let remark = Field.text("what the result means for viewers", since: 2) { $0.remark }
///
/// and run `make golden`, which writes the tables of the documents and `Integrations/spark/schema.json`.
/// `since` is the next version of the database; files of earlier versions get the column when they are
/// opened for writing. Fields of records without a table need none. Never rename or remove a field.
package protocol RecordFields: AnyObject, Sendable {
  /// A row of the record.
  associatedtype Row
  /// Makes the fields.
  typealias Field = FieldsOf<Row>
  static var schema: RecordSchema<Self> { get }
}

/// A field of the rows of a record.
protocol RecordMember<Row>: AnyObject, Sendable {
  associatedtype Row
  /// The field with the name of its property.
  func shape(_ name: String) -> RecordShape
  /// Appends the value of the field, or of an object one for each field in it.
  func append(_ row: Row, to values: inout [JSONValue])
}

/// The fields of a record in their order.
package final class RecordSchema<Fields: RecordFields>: Sendable {
  package let fields: Fields
  /// In the order of the record.
  package let shapes: [RecordShape]
  /// All fields, those of objects with dotted paths.
  package let leaves: [RecordField]
  private let members: [any RecordMember<Fields.Row>]
  /// The key of each field.
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

  /// All fields for the documents, also those in arrays of objects: `findings[].rule`.
  package var documented: [RecordField] { shapes.documented }

  /// The dotted paths of all fields: the header of CSV.
  package var paths: [String] { leaves.map(\.path) }

  /// The key of a field.
  fileprivate func name<Value>(_ field: DeclaredField<Fields.Row, Value>) -> String {
    names[ObjectIdentifier(field)] ?? ""
  }

  /// The leaf of a field with one value.
  func leaf<Value>(_ field: KeyPath<Fields, DeclaredField<Fields.Row, Value>>) -> RecordField {
    let name = name(fields[keyPath: field])
    return leaves[leaves.firstIndex { $0.path == name } ?? 0]
  }

  /// The values of a row, one for each leaf. Without `parts`, arrays that have a table of their own are null.
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

  /// A row as a JSON object.
  package func json(_ row: Fields.Row) -> JSONValue { shapes.json(values(row)) }
}

/// A record that was read: its fields have the types of their declaration. What has another type, or is missing, is nil.
@dynamicMemberLookup
package struct RecordView<Fields: RecordFields>: Sendable, Equatable {
  /// The record as it was read.
  package let json: JSONValue

  package init(_ json: JSONValue) { self.json = json }

  /// A row as it would be read.
  package init(row: Fields.Row) { json = Fields.schema.json(row) }

  package subscript<Value>(
    dynamicMember field: KeyPath<Fields, DeclaredField<Fields.Row, Value>>
  ) -> Value? {
    let field = Fields.schema.fields[keyPath: field]
    return json[Fields.schema.name(field)].flatMap(field.read)
  }

  /// Whether the record has a field, also one without a value.
  package func has<Value>(_ field: KeyPath<Fields, DeclaredField<Fields.Row, Value>>) -> Bool {
    json[Fields.schema.name(Fields.schema.fields[keyPath: field])] != nil
  }
}

/// A row of results that is a record: JSON and CSV follow from its schema.
package protocol RecordRow: ResultRow {
  associatedtype Fields: RecordFields
  /// What the record is made of.
  var record: Fields.Row { get }
  /// The schema that its JSON and CSV have.
  var schema: RecordSchema<Fields> { get }
}

extension RecordRow where Fields.Row == Self {
  package var record: Self { self }
}

extension RecordRow {
  /// The columns of the CSV.
  package static var fields: [String] { Fields.schema.paths }

  package var schema: RecordSchema<Fields> { Fields.schema }

  /// The row as a JSON object.
  package var json: JSONValue { schema.json(record) }

  package var values: [JSONValue] { schema.values(record) }

  package func appendJSON(to bytes: inout [UInt8]) {
    schema.shapes.append(values, to: &bytes)
  }
}
