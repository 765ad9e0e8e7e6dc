/// How long to wait before a feed is opened again: 1 s doubling to 30 s, and up to a fifth more, which
/// differs from feed to feed so that those of one server do not come back at once.
struct ReconnectDelay: Sendable {
  private static let first = 1.0
  private static let longest = 30.0
  /// A connection that delivered for so long has nothing to do with the failures before it, in seconds.
  private static let healthy = 60.0

  private let extra: Double
  private var failures = 0

  /// The delays of feed number `index`.
  init(index: Int) {
    // Multiples of the golden ratio lie evenly in 0..<1.
    extra = (Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1) / 5
  }

  /// The wait behind a connection that delivered for so many seconds; nil: never.
  mutating func next(deliveredFor seconds: Double?) -> Double {
    if let seconds, seconds >= Self.healthy { failures = 0 }
    let wait = min(Self.first * Double(1 << min(failures, 10)), Self.longest)
    failures += 1
    return wait * (1 + extra)
  }
}
