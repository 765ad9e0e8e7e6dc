/// Times of a stream as text: `1:02:03`.
package enum ClockText {
  /// Hours, minutes and seconds; zero for a negative time.
  package static func text(of seconds: Int64) -> String {
    let whole = max(0, seconds)
    let rest = [whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(whole / 3600):" + rest.joined(separator: ":")
  }

  /// To the nearest second, and at most 10⁹ seconds.
  package static func text(of seconds: Double) -> String {
    text(of: Int64(min(max(0, seconds), 1e9).rounded()))
  }

  /// From the first to the last, or the one where they are the same.
  package static func text(of times: ClosedRange<Double>) -> String {
    let (first, last) = (text(of: times.lowerBound), text(of: times.upperBound))
    return first == last ? first : "\(first) – \(last)"
  }
}
