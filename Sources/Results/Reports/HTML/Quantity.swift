import Formats
import PingAnalysis

/// Numbers as text for reports.
package enum Quantity {
  static let unknown = "–"

  /// A number with commas between thousands.
  package static func count(_ number: Int?) -> String {
    guard let number else { return unknown }
    var groups: [Substring] = []
    var rest = String(number.magnitude)[...]
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (number < 0 ? "-" : "") + ([rest] + groups).joined(separator: ",")
  }

  /// A number of seconds with up to three decimals, such as `39.936 s`.
  static func seconds(_ seconds: Double?) -> String {
    seconds.flatMap { Decimals.seconds($0) == nil ? nil : Seconds.text($0) } ?? unknown
  }

  /// A duration in hours, minutes and seconds, to the nearest second, such as `1:02:03`.
  static func clock(_ seconds: Double?) -> String {
    guard let seconds, seconds >= 0, seconds < 1e12 else { return unknown }
    return ClockText.text(of: seconds)
  }

  /// A duration in a sentence, such as `40 s`, `2 min 30 s` or `1 h 5 min`.
  static func span(_ seconds: Double) -> String {
    guard seconds >= 0, seconds < 1e12 else { return unknown }
    let whole = Int(seconds.rounded())
    let parts =
      whole < 120
      ? [(whole, "s")]
      : whole < 3600
        ? [(whole / 60, "min"), (whole % 60, "s")]
        : [(whole / 3600, "h"), (whole / 60 % 60, "min")]
    return parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
      .map { "\(count($0.element.0)) \($0.element.1)" }.joined(separator: " ")
  }

  /// A share in percent. A share near 0 or 1 is not rounded to 0 % or 100 %.
  static func share(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0 %" }
    let tenths = Int((Double(part) / Double(whole) * 1000).rounded())
    if part > 0, tenths == 0 { return "under 0.1 %" }
    if part < whole, tenths == 1000 { return "over 99.9 %" }
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// A number with its noun, such as `1 input` or `2 inputs`.
  package static func plural(_ number: Int, _ word: String) -> String {
    "\(count(number)) \(word)\(number == 1 ? "" : "s")"
  }

  /// A number of bytes, such as `12 kB`, `3.4 MB` or `1.2 GB`.
  package static func bytes(_ number: Int64) -> String {
    guard number >= 1_000_000 else { return "\((number + 999) / 1000) kB" }
    let tenths = number < 1_000_000_000 ? number / 100_000 : number / 100_000_000
    return "\(tenths / 10).\(tenths % 10) \(number < 1_000_000_000 ? "MB" : "GB")"
  }
}

extension Quantity {
  /// A position on the presentation timeline in the format of all pages, such as `0:01:58.5`.
  static func moment(_ seconds: Double?) -> String {
    guard let seconds, abs(seconds) < 1e12 else { return unknown }
    let tenths = Int((abs(seconds) * 10).rounded())
    let (whole, tenth) = (tenths / 10, tenths % 10)
    let rest = [whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    let sign = seconds < 0 && tenths > 0 ? "−" : ""
    return sign + "\(whole / 3600):" + rest.joined(separator: ":") + ".\(tenth)"
  }

  /// A time of day from Unix seconds, such as `22:13:20 UTC`. Nil if the time is unknown.
  static func timeOfDay(_ unix: Double?) -> String? {
    guard let text = unix.flatMap(UTCTime.text),
      let time = text.firstMatch(of: /T(\d\d:\d\d:\d\d)/)?.1
    else { return nil }
    return "\(time) UTC"
  }

  /// A duration in seconds with one decimal, in the format of all pages, such as `40.0 s`.
  static func length(_ seconds: Double?) -> String {
    guard let seconds, abs(seconds) < 1e12 else { return unknown }
    let tenths = Int((abs(seconds) * 10).rounded())
    let sign = seconds < 0 && tenths > 0 ? "−" : ""
    return sign + "\(count(tenths / 10)).\(tenths % 10) s"
  }
}
