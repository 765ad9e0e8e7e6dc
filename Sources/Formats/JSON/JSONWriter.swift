extension JSONValue {
  /// The value as compact JSON in UTF-8: no spaces, `/` unescaped, everything beyond ASCII as it is.
  public var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as compact JSON in UTF-8.
  public func append(to bytes: inout [UInt8]) {
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
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    bytes.append(quote)
    for byte in text.utf8 {
      switch byte {
      case quote, backslash: bytes += [backslash, byte]
      case 0x08: bytes += [backslash, UInt8(ascii: "b")]
      case 0x09: bytes += [backslash, UInt8(ascii: "t")]
      case 0x0a: bytes += [backslash, UInt8(ascii: "n")]
      case 0x0c: bytes += [backslash, UInt8(ascii: "f")]
      case 0x0d: bytes += [backslash, UInt8(ascii: "r")]
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes += Hexadecimal.digits(of: byte)
      default: bytes.append(byte)
      }
    }
    bytes.append(quote)
  }
}
