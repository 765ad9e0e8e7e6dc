/// Header fields in their order, with names in any case.
package struct HTTPHeaders: Sendable, Hashable {
  /// One field.
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  /// All fields.
  package private(set) var fields: [Field] = []

  /// No fields.
  package init() {}

  /// The given fields.
  package init(_ fields: [(String, String)]) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of the first field with a name; nil without one.
  package func first(_ name: String) -> String? {
    fields.first { Self.isSame($0.name, name) }?.value
  }

  /// The values of all fields with a name, in their order.
  package func values(_ name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a field after the others.
  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Removes all fields with a name; returns their values.
  @discardableResult
  package mutating func remove(_ name: String) -> [String] {
    let values = values(name)
    if !values.isEmpty { fields.removeAll { Self.isSame($0.name, name) } }
    return values
  }

  /// Whether they can be sent: no name is empty or has a colon in it, nothing has control characters.
  var areValid: Bool {
    fields.allSatisfy { field in
      !field.name.isEmpty
        && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && zip(one.utf8, other.utf8).allSatisfy { lowercase($0) == lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

/// The head of an answer.
package struct ResponseHead: Sendable, Hashable {
  /// The status code.
  package var status: Int
  /// The header fields.
  package var headers: HTTPHeaders

  /// A head with the given parts.
  package init(status: Int, headers: HTTPHeaders = HTTPHeaders()) {
    self.status = status
    self.headers = headers
  }
}
