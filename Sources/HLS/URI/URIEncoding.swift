/// Percent-encoding in URIs (RFC 3986, section 2.1).
enum URIEncoding {
  /// `text` with every character encoded that no URI may hold: controls, space, `"<>\^`{|}`, what is
  /// beyond ASCII, a second `#`, brackets outside an authority, and a `%` that encodes nothing.
  static func encodeIllegal(_ text: String) -> String {
    guard text.utf8.contains(where: { !isPlain($0) }) else { return text }
    let bytes = Array(text.utf8)
    let authority = authorityRange(of: text)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + bytes.count / 4)
    var hasFragment = false
    for (index, byte) in bytes.enumerated() {
      let isLegal: Bool
      switch byte {
      case UInt8(ascii: "#"):
        isLegal = !hasFragment
        hasFragment = true
      case UInt8(ascii: "["), UInt8(ascii: "]"):
        isLegal = authority.contains(index)
      case UInt8(ascii: "%"):
        isLegal =
          index + 2 < bytes.count && HexadecimalText.value(of: bytes[index + 1]) != nil
          && HexadecimalText.value(of: bytes[index + 2]) != nil
      default:
        isLegal = isPlain(byte)
      }
      if isLegal { encoded.append(byte) } else { appendEncoded(byte, to: &encoded) }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// `text` with everything encoded but letters, digits and `-._~`.
  static func encodeComponent(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) { encoded.append(byte) } else { appendEncoded(byte, to: &encoded) }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The text behind `encoded`; a `%` without two hexadecimal digits stays as it is.
  static func decode(_ encoded: String) -> String {
    let bytes = Array(encoded.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = HexadecimalText.value(of: bytes[index + 1]),
        let low = HexadecimalText.value(of: bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Where the authority stands: an IPv6 address in it is written in brackets.
  private static func authorityRange(of text: String) -> Range<Int> {
    let reference = URIReference(text)
    guard let authority = reference.authority else { return 0..<0 }
    let start = (reference.scheme.map { $0.utf8.count + 1 } ?? 0) + "//".utf8.count
    return start..<start + authority.utf8.count
  }

  private static func appendEncoded(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes.append(HexadecimalText.upperCaseDigit(byte >> 4))
    bytes.append(HexadecimalText.upperCaseDigit(byte & 15))
  }

  /// RFC 3986, section 2.3.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  /// Whether a byte may stand anywhere in a URI, whatever surrounds it.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$&'()*+,/:;=?@".utf8.contains(byte)
  }
}
