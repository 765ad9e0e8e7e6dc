import Formats

enum SecondsText {
  /// The seconds as text, such as `30.5 s`.
  static func text(_ seconds: Double) -> String {
    "\(Decimals.seconds((seconds * 10).rounded() / 10) ?? "-") s"
  }
}

enum StatusWords {
  /// A duration as text: `45 s`, `12 min`, `3 h 05 min`, `2 d 4 h`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, (0..<1e12).contains(seconds) else { return "-" }
    let whole = Int(seconds)
    let (minutes, hours, days) = (whole / 60 % 60, whole / 3600 % 24, whole / 86_400)
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(minutes) min" }
    let padded = minutes < 10 ? "0\(minutes)" : "\(minutes)"
    return whole < 86_400 ? "\(hours) h \(padded) min" : "\(days) d \(hours) h"
  }
}
