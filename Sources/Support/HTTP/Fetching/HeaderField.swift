package struct HeaderField: Sendable, Hashable {
  /// The name, in the case in which it is sent.
  package var name: String
  package var value: String

  init(name: String, value: String) { (self.name, self.value) = (name, value) }

  /// Reads `Name: value` (RFC 9110, section 5).
  ///
  /// Fails for any other text, and for the fields that the loader sets itself.
  package init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = String(text[..<colon])
    value = String(text[text.utf8.index(after: colon)...]).trimmingBlanks
    let isValue = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    guard HTTPHeaders.isName(name), isValue, !Self.ours.contains(name.lowercased()) else {
      return nil
    }
  }

  /// Whether the field is sent to every host, because it contains no secret and often matters to all of them.
  var isSentEverywhere: Bool { Self.harmless.contains(name.lowercased()) }

  /// The fields that the loader sets itself, for message framing, ranges and encodings.
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
  /// The text without leading and trailing spaces and tabs.
  var trimmingBlanks: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
