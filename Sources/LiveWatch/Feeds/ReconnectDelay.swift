import HTTP

/// The delay before a feed is opened again: 1 s, doubled up to 30 s, plus up to a fifth. That part differs
/// between feeds, so that the feeds of one server do not reconnect at the same time.
struct ReconnectDelay: Sendable {
  /// A connection that delivered for this many seconds resets the delay.
  private static let healthy = 60.0

  private static let backoff =
    Backoff(first: .seconds(1), longest: .seconds(30), jitter: 1...1.2)

  private let part: Double
  private var failures = 0

  /// The delays of feed number `index`.
  init(index: Int) {
    // Multiples of the golden ratio are evenly distributed in 0..<1.
    part = (Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
  }

  /// The delay in seconds after a connection that delivered for `seconds`; nil when it never did.
  mutating func next(deliveredFor seconds: Double?) -> Double {
    if let seconds, seconds >= Self.healthy { failures = 0 }
    failures += 1
    return Self.backoff.wait(after: failures, random: part) / .seconds(1)
  }
}
