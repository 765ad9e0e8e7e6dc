/// Which ping of an app is which of the expected ones, within one app session.
struct PingAlignment {
  /// An expected ping and the one that was seen for it.
  struct Pair {
    var expected: ComparedPing
    var actual: ComparedPing
    /// Seconds by which it came later than expected, after the shift of the whole session.
    var delay: Double
  }

  private(set) var pairs: [Pair] = []
  private(set) var missing: [ComparedPing] = []
  private(set) var extra: [ComparedPing] = []
  /// Seconds from the expected clock to that of the app.
  let shift: Double

  /// Aligns in three steps: the same ping within the tolerance; a ping of the same kind at the same
  /// time that is about something else; the same ping at another time. A lookup without a time is the
  /// same only when it asks the same.
  init(_ expected: [ComparedPing], _ actual: [ComparedPing], tolerance: Double) {
    shift = Self.shift(expected, actual)
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

  /// The median difference of pings that occur once: some late pings do not change it.
  static func shift(_ expected: [ComparedPing], _ actual: [ComparedPing]) -> Double {
    let left = Dictionary(grouping: expected, by: \.identity)
    let right = Dictionary(grouping: actual, by: \.identity)
    var differences: [Double] = []
    var others: [Double] = []
    for (identity, pings) in left {
      guard let found = right[identity] else { continue }
      for (one, other) in zip(pings, found) {
        guard let start = one.time, let end = other.time else { continue }
        if pings.count == 1, found.count == 1 {
          differences.append(end - start)
        } else {
          others.append(end - start)
        }
      }
    }
    let sorted = (differences.isEmpty ? others : differences).sorted()
    if !sorted.isEmpty { return sorted[(sorted.count - 1) / 2] }
    let (start, end) = (
      expected.lazy.compactMap(\.time).first, actual.lazy.compactMap(\.time).first
    )
    return start.flatMap { start in end.map { $0 - start } } ?? 0
  }

  private func delay(_ expected: ComparedPing, _ actual: ComparedPing) -> Double {
    guard let start = expected.time, let end = actual.time else { return 0 }
    return end - start - shift
  }

  /// Pairs what is left and equal by `key`, in the order of time.
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

  /// The places of pings by a key, in the order of time.
  private static func groups(
    of pings: [ComparedPing],
    by key: (ComparedPing) -> AnyHashable
  ) -> [AnyHashable: [Int]] {
    Dictionary(grouping: pings.indices) { key(pings[$0]) }.mapValues { places in
      places.sorted { (pings[$0].time ?? 0, $0) < (pings[$1].time ?? 0, $1) }
    }
  }
}
