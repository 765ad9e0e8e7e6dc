import Formats

/// The name and position of a field in JSON, without the Swift type of its value.
///
/// A record has one value for each of its leaves, in order, like the columns of CSV and tables. Shapes build the JSON
/// object from these values.
package final class RecordShape: Sendable {
  /// The key of the field in JSON.
  package let name: String
  /// The field itself; for an object, all fields in it, with dotted paths.
  package let leaves: [RecordField]
  /// The fields of an object. Nil for any other field.
  fileprivate let members: [RecordShape]?
  /// Whether the object is written as `null` if none of its fields has a value.
  fileprivate let isOptional: Bool
  /// The fields of the objects in an array. Empty for any other field.
  private let parts: [RecordShape]
  /// The key as JSON, with the colon after it.
  fileprivate let key: [UInt8]
  /// Whether the value is an array or an object that may be given as JSON text.
  fileprivate let isJSON: Bool

  init(_ field: RecordField, parts: [RecordShape]) {
    (name, leaves, self.parts) = (field.path, [field], parts)
    (members, isOptional) = (nil, false)
    isJSON = field.kind == .json || field.kind == .rows
    key = Array("\(JSONValue.string(field.path).text):".utf8)
  }

  init(_ name: String, _ members: [RecordShape], isOptional: Bool) {
    (self.name, self.members, self.isOptional) = (name, members, isOptional)
    leaves = members.flatMap(\.leaves).map { $0.inside(name, isOptional: isOptional) }
    (parts, isJSON) = ([], false)
    key = Array("\(JSONValue.string(name).text):".utf8)
  }

  fileprivate var documented: [RecordField] {
    let inner = (members ?? parts).documented
    let place = members == nil ? "\(name)[]" : name
    return inner.isEmpty ? leaves : inner.map { $0.inside(place, isOptional: false) }
  }
}

extension [RecordShape] {
  package var documented: [RecordField] { flatMap(\.documented) }

  /// Appends the values of a record as a JSON object. An array or object given as text is copied unchanged, because
  /// the text is JSON.
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
  /// Whether this is an object to write as `null`. If so, `next` is moved past its values.
  fileprivate func isNull(_ values: [JSONValue], _ next: inout Int) -> Bool {
    guard isOptional, values[next..<(next + leaves.count)].allSatisfy({ $0 == .null }) else {
      return false
    }
    next += leaves.count
    return true
  }
}

package enum FieldKind: String, Sendable {
  case text
  case integer
  /// Seconds, rounded to milliseconds.
  case seconds
  case flag
  /// An array or an object, which is compact JSON in a database and in CSV.
  case json
  /// Bytes. Only tables have such columns, because JSON has no bytes.
  case bytes
  /// An array of objects made from the rows of a table.
  case rows
}

/// A field of a record, or a column of a table, without the code that reads its value.
package struct RecordField: Sendable, Equatable {
  /// The dotted path, such as `tag.size`.
  package var path: String
  package var kind: FieldKind
  /// The meaning of the field with its unit: a phrase in Markdown.
  package var meaning: String
  /// The SQL that follows the type of the column, such as `NOT NULL`; may be empty.
  package var constraint: String
  /// The version of the database that added the column.
  package var since: Int

  package init(
    _ path: String,
    _ kind: FieldKind,
    _ meaning: String,
    constraint: String = "",
    since: Int = 1
  ) {
    (self.path, self.kind, self.meaning, self.constraint) = (path, kind, meaning, constraint)
    self.since = since
  }

  /// The name of the field's column in CSV and in tables: the path with `_` for `.`.
  package var column: String { path.replacing(".", with: "_") }

  package func inside(_ object: String, isOptional: Bool) -> RecordField {
    var field = self
    field.path = "\(object).\(path)"
    if isOptional { field.constraint = "" }
    return field
  }
}
