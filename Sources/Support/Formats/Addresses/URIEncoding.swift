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
        isLegal = PercentEncoding.escape(in: bytes, at: index) != nil
      default:
        isLegal = isPlain(byte)
      }
      if isLegal {
        encoded.append(byte)
      } else {
        PercentEncoding.appendEscape(of: byte, to: &encoded)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The range of the authority: an IPv6 address in it is written in brackets.
  private static func authorityRange(of text: String) -> Range<Int> {
    let reference = URIReference(text)
    guard let authority = reference.authority else { return 0..<0 }
    let start = (reference.scheme.map { $0.utf8.count + 1 } ?? 0) + "//".utf8.count
    return start..<start + authority.utf8.count
  }

  /// Whether a byte is permitted anywhere in a URI.
  private static func isPlain(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || "!$&'()*+,/:;=?@".utf8.contains(byte)
  }
}
