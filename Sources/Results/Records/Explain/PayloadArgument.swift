import Formats
import NielsenTag

/// A payload as pasted by a user: surrounded by blanks or quotes, or percent-encoded as in URLs and logs.
package enum PayloadArgument {
  /// Characters that are not part of a payload, but may surround a payload in text.
  private static let surrounding: Set<Character> = [
    " ", "\t", "\n", "\r", "\r\n", "\"", "'", "`", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}",
    "<", ">", ",", ";",
  ]

  /// The maximum number of times an argument is percent-decoded. A value in a URL within a URL is encoded twice.
  private static let maximumDecodings = 3

  /// The payload in text: at the start, after surrounding characters, or anywhere in a JSON object or array. Nil if
  /// there is none.
  package static func payload(in text: String) -> NielsenPayload? {
    if let payload = leadingPayload(in: text) { return payload }
    let bare = trimmed(text)
    guard bare.hasPrefix("{") || bare.hasPrefix("[") else { return nil }
    // JSON may escape the solidus as `\/`.
    let row = Array(bare.replacing("\\/", with: "/").utf8)
    return NielsenPayload.occurrences(in: row).first.flatMap {
      NielsenPayload(owner: String(decoding: row[$0], as: UTF8.self))
    }
  }

  private static func leadingPayload(in text: String) -> NielsenPayload? {
    var bare = trimmed(text)
    // A payload contains no percent sign, so text with a percent sign is at least partly encoded.
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
