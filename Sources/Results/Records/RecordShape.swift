import Formats

/// The name and place of a field in JSON, without the type of its rows: how the values of a record become an object.
///
/// The values of a record are one for each of its leaves, in their order: what CSV and tables have in columns.
package final class RecordShape: Sendable {
  /// The key in JSON.
  package let name: String
  /// The field itself; of an object all that is in it, with dotted paths.
  package let leaves: [RecordField]
  /// The fields of an object; nil for a field with one value.
  fileprivate let members: [RecordShape]?
  /// Whether an object is `null` where none of its fields has a value.
  fileprivate let isOptional: Bool
  /// The fields of the objects in an array.
  private let parts: [RecordShape]
  /// The key and the colon after it.
  fileprivate let key: [UInt8]
  /// Whether the value is an array or object, which a table has as JSON.
  fileprivate let isJSON: Bool

  /// A field with one value.
  init(_ field: RecordField, parts: [RecordShape]) {
    (name, leaves, self.parts) = (field.path, [field], parts)
    (members, isOptional) = (nil, false)
    isJSON = field.kind == .json || field.kind == .rows
    key = Array("\(JSONValue.string(field.path).text):".utf8)
  }

  /// An object.
  init(_ name: String, _ members: [RecordShape], isOptional: Bool) {
    (self.name, self.members, self.isOptional) = (name, members, isOptional)
    leaves = members.flatMap(\.leaves).map { $0.inside(name, isOptional: isOptional) }
    (parts, isJSON) = ([], false)
    key = Array("\(JSONValue.string(name).text):".utf8)
  }

  /// The fields for the documents: also those in arrays of objects, as `findings[].rule`.
  fileprivate var documented: [RecordField] {
    let inner = (members ?? parts).documented
    let place = members == nil ? "\(name)[]" : name
    return inner.isEmpty ? leaves : inner.map { $0.inside(place, isOptional: false) }
  }
}

extension [RecordShape] {
  /// All fields for the documents.
  package var documented: [RecordField] { flatMap(\.documented) }

  /// Appends the values of a record as a JSON object. The text of an array or object is copied: it is the JSON of a
  /// table.
  package func append(_ values: [JSONValue], to bytes: inout [UInt8]) {
    var next = 0
    append(values, &next, to: &bytes)
  }

  private func append(_ values: [JSONValue], _ next: inout Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (number, shape) in enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += shape.key
      if let members = shape.members {
        if shape.isNull(values, &next) {
          bytes += "null".utf8
        } else {
          members.append(values, &next, to: &bytes)
        }
        continue
      }
      if shape.isJSON, case .string(let text) = values[next] {
        bytes += text.utf8
      } else {
        values[next].append(to: &bytes)
      }
      next += 1
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// The values of a record as a JSON object.
  package func json(_ values: [JSONValue]) -> JSONValue {
    var next = 0
    return json(values, &next)
  }

  private func json(_ values: [JSONValue], _ next: inout Int) -> JSONValue {
    .object(
      map { shape in
        if shape.isNull(values, &next) { return .init(shape.name, .null) }
        if let members = shape.members { return .init(shape.name, members.json(values, &next)) }
        defer { next += 1 }
        return .init(shape.name, values[next])
      }
    )
  }
}

extension RecordShape {
  /// Whether it is an object that is `null`; then its values are passed over.
  fileprivate func isNull(_ values: [JSONValue], _ next: inout Int) -> Bool {
    guard isOptional, values[next..<(next + leaves.count)].allSatisfy({ $0 == .null }) else {
      return false
    }
    next += leaves.count
    return true
  }
}

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
