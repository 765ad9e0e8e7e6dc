/// Compares an app's pings with the expected pings while the app may still be playing. A ping that is not due yet does
/// not count as missing.
package struct RunningComparison: Sendable {
  /// The comparison. If the expected run has one session, missing pings that are not due yet are left out.
  package private(set) var report: ComparisonReport
  /// The number of expected pings that were neither seen nor due yet.
  package private(set) var awaitedCount = 0

  /// The time, in seconds, that an app may take to send a ping after making it.
  private static let sendingTime = 15.0

  /// Compares the app's pings of one session with a complete expected run. `elapsed` is the time since the first ping
  /// was seen, in seconds.
  package init(
    expected: [SentPing],
    actual: [SentPing],
    elapsed: Double,
    options: ComparisonOptions = ComparisonOptions()
  ) {
    let due =
      Self.due(expected, actual, elapsed, tolerance: options.tolerance) - options.tolerance
      - Self.sendingTime
    let hasOneSession = ComparedSession.sessions(of: expected).sessions.count == 1
    guard hasOneSession, let start = Self.start(of: expected) else {
      report = PingComparison.report(expected: expected, actual: actual, options: options)
      return
    }
    let seen = Seen(actual)
    let rest = zip(expected, Self.times(of: expected, from: start)).filter { ping, time in
      time - start <= due || !seen.lacks(ping)
    }.map(\.0)
    report = PingComparison.report(expected: rest, actual: actual, options: options)
    let isLater = { (found: PingDifference) in
      found.kind == .missing && found.time.map { $0 > due } ?? false
    }
    let laterCount = report.differences.count(where: isLater)
    report.differences.removeAll(where: isLater)
    report.expectedCount -= laterCount
    awaitedCount = expected.count - rest.count + laterCount
  }

  /// The part of the expected session that has passed, in seconds: by the clock, or by the ping times if the app's
  /// clock is faster, minus the delay before the app began to play.
  private static func due(
    _ expected: [SentPing],
    _ actual: [SentPing],
    _ elapsed: Double,
    tolerance: Double
  ) -> Double {
    let left = expected.map { ComparedPing($0) }
    let right = actual.map { ComparedPing($0) }
    let times = right.compactMap(\.time)
    guard let start = left.compactMap(\.time).min(), let first = times.min(),
      let last = times.max()
    else { return elapsed }
    let isMedia = { (ping: ComparedPing) in ![.session, .id3].contains(ping.ping.product) }
    let media = (left.filter(isMedia), right.filter(isMedia))
    let hasBoth = !media.0.isEmpty && !media.1.isEmpty
    let shift = PingAlignment.shift(media.0, media.1, tolerance: tolerance)
    let lag = hasBoth ? shift - (first - start) : 0
    return max(elapsed, last - first) - max(0, lag)
  }

  /// The time of each ping in Unix seconds. A ping without a time, such as a time-shift lookup, gets the next known
  /// time, or `start` if there is none.
  private static func times(of pings: [SentPing], from start: Double) -> [Double] {
    var times: [Double] = []
    var next: Double?
    for ping in pings.reversed() {
      next = ComparedPing(ping).time ?? next
      times.append(next ?? start)
    }
    return times.reversed()
  }

  private static func start(of pings: [SentPing]) -> Double? {
    pings.lazy.compactMap { ComparedPing($0).time }.min()
  }

  private struct Seen {
    private var products: Set<SentPing.Product> = []
    private var payloads: Set<Substring> = []
    private var lookups: Set<ComparedPing.Identity> = []

    init(_ pings: [SentPing]) {
      for ping in pings {
        products.insert(ping.product)
        if ping.product == .tsv { lookups.insert(ComparedPing(ping).identity) }
        payloads.formUnion(Self.payloads(of: ping))
      }
    }

    /// Whether nothing similar was seen: no ping of the product, no lookup with the same identity, or no ID3 ping with
    /// one of the same payloads.
    func lacks(_ ping: SentPing) -> Bool {
      guard products.contains(ping.product) else { return true }
      if ping.product == .tsv { return !lookups.contains(ComparedPing(ping).identity) }
      return ping.product == .id3 && payloads.isDisjoint(with: Self.payloads(of: ping))
    }

    private static func payloads(of ping: SentPing) -> [Substring] {
      ping.product == .id3 ? (ping["tp"] ?? "").split(separator: "~") : []
    }
  }
}
