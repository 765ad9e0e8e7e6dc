/// Presentation times for people: `1:02:03`.
enum ClockText {
  /// Hours, minutes and seconds, to the nearest second.
  static func text(of seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e9).rounded())
    let rest = [whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(whole / 3600):" + rest.joined(separator: ":")
  }

  /// From the first to the last, or the one where they are the same.
  static func text(of times: ClosedRange<Double>) -> String {
    let (first, last) = (text(of: times.lowerBound), text(of: times.upperBound))
    return first == last ? first : "\(first) – \(last)"
  }
}
