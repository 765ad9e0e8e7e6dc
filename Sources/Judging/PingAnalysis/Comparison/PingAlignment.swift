/// Aligns an app's pings with the expected pings of the same app session.
struct PingAlignment {
  struct Pair {
    var expected: ComparedPing
    var actual: ComparedPing
    /// The seconds by which the app's ping is late, apart from the session's shift. Negative if it is early, 0 if
    /// unknown.
    var delay: Double
  }

  private(set) var pairs: [Pair] = []
  private(set) var missing: [ComparedPing] = []
  private(set) var extra: [ComparedPing] = []
  /// The app's clock minus the expected clock, in seconds.
  let shift: Double

  /// Aligns in three passes: equal identities within the tolerance; then pings of one kind within the tolerance, even
  /// if their subjects differ; then equal identities at any time. A time-shift lookup without a time is aligned only by
  /// its identity.
  init(_ expected: [ComparedPing], _ actual: [ComparedPing], tolerance: Double) {
    shift = Self.shift(expected, actual, tolerance: tolerance)
    missing = expected
    extra = actual
    match(within: tolerance) { AnyHashable($0.identity) }
    match(within: tolerance) { ping in
      ping.ping.product == .tsv && ping.time == nil
        ? AnyHashable(ping.identity) : AnyHashable(ping.identity.kind)
    }
    match(within: .infinity) { AnyHashable($0.identity) }
    pairs.sort { $0.expected.order < $1.expected.order }
  }

  /// The products whose pings show when the app played media.
  private static let mediaProducts: Set<SentPing.Product> = [.dtvr, .dcr, .tsv]

  /// Finds the shift on which most pings agree, in seconds. Each pair of pings with equal identities has one vote. If
  /// the runs have different numbers of pings with one identity, for example after a restarted viewing, only the first
  /// of each is compared. The vote of the session ping wins if a media ping agrees with it or no other shift has more
  /// votes, because all pings after a restart may agree on another shift. Without votes, the runs' first pings are
  /// aligned.
  static func shift(
    _ expected: [ComparedPing],
    _ actual: [ComparedPing],
    tolerance: Double
  ) -> Double {
    let (left, right) = (timesByIdentity(of: expected), timesByIdentity(of: actual))
    var votes: [(product: SentPing.Product, seconds: Double)] = []
    for (identity, times) in left {
      guard let found = right[identity] else { continue }
      let pairs = zip(times, found).prefix(times.count == found.count ? .max : 1)
      votes += pairs.map { (identity.kind.product, $1 - $0) }
    }
    votes.sort { $0.seconds < $1.seconds }
    // For each vote, the range of votes within the tolerance.
    var agreeing: [Range<Int>] = []
    var (first, end) = (0, 0)
    for vote in votes {
      while votes[first].seconds < vote.seconds - tolerance { first += 1 }
      while end < votes.count, votes[end].seconds <= vote.seconds + tolerance { end += 1 }
      agreeing.append(first..<end)
    }
    let anchor = votes.firstIndex { $0.product == .session }.map { agreeing[$0] }
    let isConfirmed = anchor.map { votes[$0].contains { mediaProducts.contains($0.product) } }
    let largest = agreeing.max { $0.count < $1.count }
    if let chosen = isConfirmed == true || anchor?.count == largest?.count ? anchor : largest {
      return votes[chosen.lowerBound + (chosen.count - 1) / 2].seconds
    }
    guard let start = expected.lazy.compactMap(\.time).first,
      let seen = actual.lazy.compactMap(\.time).first
    else { return 0 }
    return seen - start
  }

  /// The known ping times for each identity, in ascending order.
  private static func timesByIdentity(
    of pings: [ComparedPing]
  ) -> [ComparedPing.Identity: [Double]] {
    Dictionary(grouping: pings, by: \.identity).mapValues { $0.compactMap(\.time).sorted() }
  }

  private func delay(_ expected: ComparedPing, _ actual: ComparedPing) -> Double {
    guard let start = expected.time, let end = actual.time else { return 0 }
    return end - start - shift
  }

  /// Pairs the remaining pings with equal keys and a delay within the tolerance, in chronological order.
  private mutating func match(within tolerance: Double, by key: (ComparedPing) -> AnyHashable) {
    let left = Self.groups(of: missing, by: key)
    let right = Self.groups(of: extra, by: key)
    var (usedLeft, usedRight): (Set<Int>, Set<Int>) = ([], [])
    for (key, places) in left {
      guard let others = right[key] else { continue }
      var (i, j) = (0, 0)
      while i < places.count, j < others.count {
        let delay = delay(missing[places[i]], extra[others[j]])
        if abs(delay) <= tolerance {
          pairs.append(
            Pair(expected: missing[places[i]], actual: extra[others[j]], delay: delay)
          )
          usedLeft.insert(places[i])
          usedRight.insert(others[j])
          (i, j) = (i + 1, j + 1)
        } else if delay < 0 {
          j += 1
        } else {
          i += 1
        }
      }
    }
    missing = missing.enumerated().filter { !usedLeft.contains($0.offset) }.map(\.element)
    extra = extra.enumerated().filter { !usedRight.contains($0.offset) }.map(\.element)
  }

  /// The indices of the pings with each key, in chronological order.
  private static func groups(
    of pings: [ComparedPing],
    by key: (ComparedPing) -> AnyHashable
  ) -> [AnyHashable: [Int]] {
    Dictionary(grouping: pings.indices) { key(pings[$0]) }.mapValues { places in
      places.sorted { (pings[$0].time ?? 0, $0) < (pings[$1].time ?? 0, $1) }
    }
  }
}
