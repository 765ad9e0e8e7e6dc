import Formats

/// Formats seconds for messages.
enum SecondsText {
  /// `30.5 s`.
  static func text(_ seconds: Double) -> String {
    "\(Decimals.seconds((seconds * 10).rounded() / 10) ?? "-") s"
  }
}
