import Formats
import NielsenTag

/// A payload as it is pasted: with blanks or quotes around it, or percent-encoded, as URLs and logs have
/// it.
package enum PayloadArgument {
  /// Signs that are not part of a payload, and surround one in texts.
  private static let surrounding: Set<Character> = [
    " ", "\t", "\n", "\r", "\r\n", "\"", "'", "`", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}",
    "<", ">", ",", ";",
  ]

  /// How often a text is decoded: values of URLs within URLs are encoded twice.
  private static let maximumDecodings = 3

  /// The payload without surrounding signs; nil when the text does not begin with one, and is not a
  /// row of JSON that holds one.
  package static func payload(in text: String) -> NielsenPayload? {
    if let payload = leadingPayload(in: text) { return payload }
    let bare = trimmed(text)
    guard bare.hasPrefix("{") || bare.hasPrefix("[") else { return nil }
    // JSON may have a solidus escaped.
    let row = Array(bare.replacing("\\/", with: "/").utf8)
    return NielsenPayload.occurrences(in: row).first.flatMap {
      NielsenPayload(owner: String(decoding: row[$0], as: UTF8.self))
    }
  }

  private static func leadingPayload(in text: String) -> NielsenPayload? {
    var bare = trimmed(text)
    // No character of a payload is a percent sign: a text with one is encoded, if only in part.
    for _ in 0..<maximumDecodings where bare.contains("%") {
      guard let decoded = PercentEncoding.decodeStrictly(bare) else { break }
      bare = trimmed(decoded)
    }
    return bare.hasPrefix(NielsenPayload.ownerPrefix) ? NielsenPayload(owner: bare) : nil
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { surrounding.contains($0) }
    let count = start.reversed().prefix { surrounding.contains($0) }.count
    return String(start.dropLast(count))
  }
}
