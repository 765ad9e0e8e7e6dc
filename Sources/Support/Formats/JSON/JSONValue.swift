/// A JSON value (RFC 8259) whose object members keep their order.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Seconds, written with one to three decimals, such as `300.0` or `8.567`. A number that is not finite, or whose
  /// absolute value is 10¹² or more, is written as `null`.
  case seconds(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Sendable, Equatable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue {
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// An integer, limited to the range of 64 bits; nil becomes `null`.
  package init(_ number: (some BinaryInteger & Sendable)?) {
    self = number.map { .integer(Int64(clamping: $0)) } ?? .null
  }

  package init(_ flag: Bool?) { self = flag.map(JSONValue.bool) ?? .null }

  package init(seconds: Double?) { self = seconds.map(JSONValue.seconds) ?? .null }
}

extension JSONValue {
  /// The value at a dotted path such as `a.b`; nil if a key is missing, or a value before the last key is not an
  /// object.
  package subscript(path path: String) -> JSONValue? {
    var value = self
    for key in path.split(separator: ".") {
      guard case .object(let members) = value,
        let member = members.first(where: { $0.key == key })
      else { return nil }
      value = member.value
    }
    return value
  }
}

extension JSONValue {
  package var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  package var integerValue: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// The finite number, integer or not; nil for any other value.
  package var doubleValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .seconds(let number) where number.isFinite: number
    default: nil
    }
  }

  package var boolValue: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The elements of an array; empty for any other value.
  package var elements: [JSONValue] {
    guard case .array(let values) = self else { return [] }
    return values
  }

  /// The members of an object; empty for any other value.
  package var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  /// The value of the member named `key`; nil if there is no such member.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSONValue {
  /// The value as compact JSON, without spaces; `/` and non-ASCII characters are not escaped.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let number): bytes += number.description.utf8
    case .seconds(let seconds): bytes += (Decimals.seconds(seconds) ?? "null").utf8
    case .string(let text): Self.append(text, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string with only those escapes that RFC 8259, section 7 requires.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    // Few bytes need an escape: the runs between them are copied whole.
    text.withUTF8 { source in
      var copied = 0
      for index in source.indices where needsEscape(source[index]) {
        bytes += source[copied..<index]
        appendEscape(of: source[index], to: &bytes)
        copied = index + 1
      }
      bytes += source[copied...]
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    let backslash = UInt8(ascii: "\\")
    switch byte {
    case 0x08: bytes += [backslash, UInt8(ascii: "b")]
    case 0x09: bytes += [backslash, UInt8(ascii: "t")]
    case 0x0a: bytes += [backslash, UInt8(ascii: "n")]
    case 0x0c: bytes += [backslash, UInt8(ascii: "f")]
    case 0x0d: bytes += [backslash, UInt8(ascii: "r")]
    case 0..<0x20:
      bytes += "\\u00".utf8
      bytes += Hexadecimal.digits(of: byte)
    default: bytes += [backslash, byte]
    }
  }
}
