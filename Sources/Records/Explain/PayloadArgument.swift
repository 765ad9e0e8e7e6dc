import Formats
import NielsenTag

/// A payload as people paste it: with blanks or quotes around it, or percent-encoded, as URLs and logs have
/// it.
public enum PayloadArgument {
  /// Signs that are no part of a payload, and stand around one in texts.
  private static let surrounding: Set<Character> = [
    " ", "\t", "\n", "\r", "\r\n", "\"", "'", "`", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}",
    "<", ">", ",", ";",
  ]

  /// The payload without what stands around it; nil when the text does not begin with one.
  public static func payload(in text: String) -> NielsenPayload? {
    let bare = trimmed(text)
    if bare.hasPrefix(NielsenPayload.ownerPrefix) { return NielsenPayload(owner: bare) }
    guard bare.contains("%"), let decoded = PercentEncoding.decodeStrictly(bare) else { return nil }
    let text = trimmed(decoded)
    return text.hasPrefix(NielsenPayload.ownerPrefix) ? NielsenPayload(owner: text) : nil
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { surrounding.contains($0) }
    let count = start.reversed().prefix { surrounding.contains($0) }.count
    return String(start.dropLast(count))
  }
}
