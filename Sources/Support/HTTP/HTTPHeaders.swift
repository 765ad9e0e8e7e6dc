/// Header fields in order. Names are case-insensitive.
package struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  package private(set) var all: [HeaderField] = []

  package init(_ fields: [(String, String)] = []) {
    all = fields.map { HeaderField(name: $0.0, value: $0.1) }
  }

  package init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

  /// The value of the first field named `name`. Setting it replaces all fields of this name; nil removes them.
  package subscript(name: String) -> String? {
    get { all.first { Self.isSame($0.name, name) }?.value }
    set {
      remove(name)
      if let newValue { append(name, newValue) }
    }
  }

  package func values(_ name: String) -> [String] {
    all.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  package mutating func append(_ name: String, _ value: String) {
    all.append(HeaderField(name: name, value: value))
  }

  @discardableResult
  package mutating func remove(_ name: String) -> [String] {
    let values = values(name)
    if !values.isEmpty { all.removeAll { Self.isSame($0.name, name) } }
    return values
  }

  /// Sets the fields of `other`, replacing existing fields of the same names. If `other` repeats a name, its last field
  /// is set.
  package mutating func set(_ other: HTTPHeaders) {
    for field in other.all { self[field.name] = field.value }
  }

  /// The total size of names and values in bytes.
  package var size: Int { all.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

  /// Whether the fields can be sent: names are printable ASCII without colons and blanks, and values contain no control
  /// characters except tabs.
  var areValid: Bool {
    all.allSatisfy { field in
      !field.name.isEmpty
        && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
  }

  /// Whether `text` is a valid field name (RFC 9110, section 5.6.2).
  package static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (one.utf8, other.utf8)
    return one.count == other.count
      && zip(one, other).allSatisfy { lowercase($0) == lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
