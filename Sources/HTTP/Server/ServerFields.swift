/// The header fields of a message, in their order. Names are compared without regard to case.
package struct ServerFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A field.
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  /// All fields.
  package private(set) var all: [Field] = []

  /// The fields of a literal.
  package init(dictionaryLiteral elements: (String, String)...) {
    all = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of the first field of a name; setting it replaces all of them, nil removes them.
  package subscript(name: String) -> String? {
    get { all.first { Self.isEqual($0.name, name) }?.value }
    set {
      all.removeAll { Self.isEqual($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// The values of all fields of a name.
  package func values(_ name: String) -> [String] {
    all.filter { Self.isEqual($0.name, name) }.map(\.value)
  }

  /// Adds a field after the others.
  package mutating func append(_ name: String, _ value: String) {
    all.append(Field(name: name, value: value))
  }

  /// Sets all fields of `other`.
  package mutating func set(_ other: ServerFields) {
    for field in other.all { self[field.name] = field.value }
  }

  /// Bytes of all names and values.
  package var size: Int { all.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

  /// Whether a text can be the name of a field (RFC 9110, 5.6.2).
  package static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isTokenByte($0) }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "!"),
      UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8, right.utf8)
    return left.count == right.count && zip(left, right).allSatisfy { lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
