/// Seconds of a stream for people.
enum ClockText {
  /// `0:01:12`.
  static func text(_ seconds: Int64) -> String {
    let seconds = max(0, seconds)
    let minutes = seconds / 60
    return "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(seconds % 60))"
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
