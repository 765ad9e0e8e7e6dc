import Formats

/// The fields of a record, each declared once: JSON, the CSV header, the columns of the database and of
/// Spark, and the tables of the documents follow from it.
///
/// To add a field, add its line to the record in this folder, after the others of its object:
///
///     Field.text("remark", "what the result means for viewers", since: 2) { $0.remark }
///
/// and run `make golden`, which writes the tables of the documents and `Distributed/spark/schema.json`.
/// `since` is the next version of the database; files of earlier versions get the column when they are
/// opened for writing. Fields of records without a table need none. Never rename or remove a field.
package struct RecordSchema<Row>: Sendable {
  /// In the order of the record.
  package let fields: [Field<Row>]

  package init(@RecordSchemaBuilder<Row> _ fields: () -> [Field<Row>]) { self.fields = fields() }

  /// All fields, those of objects with dotted paths.
  package var leaves: [RecordField] { fields.flatMap(\.leaves) }

  /// All fields for the documents, also those in arrays of objects: `findings[].rule`.
  package var documented: [RecordField] { fields.flatMap(\.documented) }

  /// The same inside an object or an array.
  package func documented(inside name: String) -> [RecordField] {
    documented.map { $0.inside(name, isOptional: false) }
  }

  /// The dotted paths of all fields: the header of CSV.
  package var paths: [String] { leaves.map(\.path) }

  /// A row as a JSON object.
  package func json(_ row: Row) -> JSONValue {
    .object(fields.map { JSONValue.Member($0.name, $0.value(row)) })
  }
}

/// Lists the fields of a record, one a line.
@resultBuilder package enum RecordSchemaBuilder<Row> {
  package static func buildExpression(_ field: Field<Row>) -> Field<Row> { field }

  package static func buildBlock(_ fields: Field<Row>...) -> [Field<Row>] { fields }
}

/// The records of all commands, one a file.
package enum Records {}
