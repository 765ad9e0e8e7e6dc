/// A URI or a relative reference, taken apart (RFC 3986, section 4.1, by the expression of
/// appendix B). Any text can be taken apart; nothing is decoded.
package struct URIReference: Equatable {
  /// The text before the first `:`, as written; nil in a relative reference.
  package var scheme: String?
  /// The text after `//`; nil without `//`.
  package var authority: String?
  package var path: String
  /// The text after `?`; nil without `?`.
  package var query: String?
  /// The text after `#`; nil without `#`.
  package var fragment: String?

  /// Takes `text` apart.
  package init(_ text: String) {
    var rest = text.utf8[...]
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(decoding: rest[rest.index(after: mark)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(decoding: rest[rest.index(after: mark)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(where: { !Self.isSchemeCharacter($0) }),
      rest[colon] == UInt8(ascii: ":"), let first = rest.first, Self.isLetter(first)
    {
      scheme = String(decoding: rest[..<colon], as: UTF8.self)
      rest = rest[rest.index(after: colon)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...]
    }
    path = String(decoding: rest, as: UTF8.self)
  }

  /// The parts as one text (RFC 3986, section 5.3).
  package var text: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority {
      text += "//" + authority
    } else if path.hasPrefix("//") {
      // Without an authority such a path would read as one (RFC 3986, section 3.3).
      text += "/."
    }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// RFC 3986, section 3.1.
  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
