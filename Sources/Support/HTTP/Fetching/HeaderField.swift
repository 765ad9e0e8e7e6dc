/// A header field.
package struct HeaderField: Sendable, Hashable {
  /// The name, in the case it is sent in.
  package var name: String
  package var value: String

  init(name: String, value: String) { (self.name, self.value) = (name, value) }

  /// Reads `Name: value` (RFC 9110, section 5).
  ///
  /// Nil when it is something else, and for the fields that fetching itself depends on.
  package init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = String(text[..<colon])
    value = String(text[text.utf8.index(after: colon)...]).trimmingBlanks
    let isValue = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    guard HTTPHeaders.isName(name), isValue, !Self.ours.contains(name.lowercased()) else {
      return nil
    }
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
}

extension StringProtocol {
  /// Without the spaces and tabs around it.
  var trimmingBlanks: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
