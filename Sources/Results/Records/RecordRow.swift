import Formats

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
