/// A header field of a request.
package struct HeaderField: Sendable, Hashable {
  /// The name, in the case it is sent in.
  package var name: String
  package var value: String

  /// Reads `Name: value` (RFC 9110, section 5).
  ///
  /// Nil when it is something else, and for the fields that fetching itself depends on.
  package init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = String(text[..<colon])
    value = String(text[text.utf8.index(after: colon)...]).trimmingBlanks
    let isToken = !name.isEmpty && name.utf8.allSatisfy(Self.isTokenCharacter)
    let isValue = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    guard isToken, isValue, !Self.ours.contains(name.lowercased()) else { return nil }
  }

  /// Whether it holds no secrets and often matters to all hosts.
  var isSentEverywhere: Bool { Self.harmless.contains(name.lowercased()) }

  /// The framing of messages, ranges and encodings are the business of the loader.
  private static let ours: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "if-range", "keep-alive", "range",
    "te", "trailer", "transfer-encoding", "upgrade",
  ]

  private static let harmless: Set<String> = [
    "accept", "accept-language", "cache-control", "dnt", "origin", "pragma", "referer",
    "user-agent",
  ]

  /// RFC 9110, section 5.6.2.
  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension StringProtocol {
  /// Without the spaces and tabs around it.
  var trimmingBlanks: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
