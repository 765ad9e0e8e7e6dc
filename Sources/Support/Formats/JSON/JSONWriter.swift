extension JSONValue {
  /// The value as compact JSON in UTF-8: no spaces, `/` unescaped, everything beyond ASCII as it is.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as compact JSON in UTF-8.
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

  /// Appends a string with the escapes that RFC 8259, section 7 asks for, and no others.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    // Hardly a byte needs an escape, so what is between them is copied as a whole.
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
