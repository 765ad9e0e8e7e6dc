import Formats

/// Durations in sentences.
enum Seconds {
  /// `12 s`, `5.5 s`.
  static func text(_ seconds: Double) -> String {
    var text = Decimals.seconds(seconds) ?? "-"
    if text.hasSuffix(".0") { text.removeLast(2) }
    return "\(text) s"
  }
}
