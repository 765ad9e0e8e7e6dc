import HTTP

/// How long to wait before a feed is opened again: 1 s doubling to 30 s, and up to a fifth more, which
/// differs from feed to feed so that those of one server do not come back at once.
struct ReconnectDelay: Sendable {
  /// After a connection that delivered for this many seconds, the waits start over.
  private static let healthy = 60.0

  private static let backoff =
    Backoff(first: .seconds(1), longest: .seconds(30), jitter: 1...1.2)

  private let part: Double
  private var failures = 0

  /// The delays of feed number `index`.
  init(index: Int) {
    // Multiples of the golden ratio lie evenly in 0..<1.
    part = (Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
  }

  /// The wait in seconds after a connection that delivered for `seconds`; nil when it never did.
  mutating func next(deliveredFor seconds: Double?) -> Double {
    if let seconds, seconds >= Self.healthy { failures = 0 }
    failures += 1
    return Self.backoff.wait(after: failures, random: part) / .seconds(1)
  }
}
