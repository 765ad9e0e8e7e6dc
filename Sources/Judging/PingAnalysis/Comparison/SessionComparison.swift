/// Compares the app's pings of one session with the expected pings.
struct SessionComparison {
  private let number: Int
  private let expected: [ComparedPing]
  private let actual: [ComparedPing]
  private let options: ComparisonOptions
  private let start: (expected: Double?, actual: Double?)
  private(set) var differences: [PingDifference] = []
  private(set) var matchedCount = 0
  /// The app's clock minus the expected clock, in seconds.
  private(set) var shift = 0.0
  private(set) var moments: [PingMoment] = []

  init(
    number: Int,
    _ expected: [ComparedPing],
    _ actual: [ComparedPing],
    _ options: ComparisonOptions
  ) {
    self.number = number
    self.expected = expected
    self.actual = actual
    self.options = options
    start = (
      expected.lazy.compactMap(\.time).min(), actual.lazy.compactMap(\.time).min()
    )
  }

  mutating func run() {
    let alignment = PingAlignment(
      expected.filter { $0.ping.product != .id3 },
      actual.filter { $0.ping.product != .id3 },
      tolerance: options.tolerance
    )
    shift = alignment.shift
    for pair in alignment.pairs {
      matchedCount += 1
      let time = expectedTime(pair.expected)
      moments.append(PingMoment(expected: time, seen: time.map { $0 + pair.delay }))
      addDelay(of: pair)
      addFields(of: pair)
    }
    for ping in alignment.missing { addMissing(ping) }
    for ping in alignment.extra { addExtra(ping) }
    differences = differences.enumerated().sorted { left, right in
      (left.element.time ?? 0, left.offset) < (right.element.time ?? 0, right.offset)
    }.map(\.element)
    comparePayloads(hasOthers: !alignment.pairs.isEmpty)
  }

  // MARK: - Pings

  private func difference(
    _ kind: PingDifference.Kind,
    _ ping: ComparedPing,
    time: Double?,
    message: String,
    cause: String
  ) -> PingDifference {
    PingDifference(
      kind: kind,
      product: ping.ping.product.rawValue,
      type: ping.ping.type,
      session: number,
      time: time,
      count: 1,
      message: message,
      cause: cause
    )
  }

  private func expectedTime(_ ping: ComparedPing) -> Double? {
    ping.time.flatMap { time in start.expected.map { time - $0 } }
  }

  private func moment(_ time: Double?) -> String {
    time.map { " at \(Seconds.text($0)) from the start of the session" } ?? ""
  }

  private mutating func addMissing(_ ping: ComparedPing) {
    let time = expectedTime(ping)
    moments.append(PingMoment(expected: time))
    differences.append(
      difference(
        .missing,
        ping,
        time: time,
        message: "\(ping.words) is missing: expected\(moment(time))",
        cause: hasLaterSegment(ping) ? LikelyCause.lostSegment : LikelyCause.missing(ping)
      )
    )
  }

  /// Whether the app sent a later DTVR segment of the same content id.
  private func hasLaterSegment(_ missing: ComparedPing) -> Bool {
    guard missing.ping.product == .dtvr, missing.ping.type == "duration",
      let number = missing.ping.credit?.number
    else { return false }
    return actual.contains { seen in
      seen.ping.product == .dtvr && seen.ping.type == "duration"
        && seen.ping["ca"] == missing.ping["ca"]
        && seen.ping.credit.map { $0.number > number } == true
    }
  }

  private mutating func addExtra(_ ping: ComparedPing) {
    let time = ping.time.flatMap { time in start.actual.map { time - $0 } }
    moments.append(PingMoment(seen: time))
    var added = difference(
      .extra,
      ping,
      time: time,
      message: "\(ping.words) is not expected: seen\(moment(time))",
      cause: LikelyCause.extra(ping)
    )
    added.place = ping.ping.place
    differences.append(added)
  }

  private mutating func addDelay(of pair: PingAlignment.Pair) {
    guard abs(pair.delay) > options.tolerance else { return }
    let isLate = pair.delay > 0
    let time = expectedTime(pair.expected)
    var added = difference(
      isLate ? .late : .early,
      pair.expected,
      time: time,
      message:
        "\(pair.expected.words) is \(Seconds.text(abs(pair.delay))) \(isLate ? "late" : "early"): "
        + "expected\(moment(time))",
      cause: LikelyCause.delayed(pair.expected, isLate: isLate)
    )
    added.expected = time.map(Seconds.text)
    added.seen = time.map { Seconds.text($0 + pair.delay) }
    added.place = pair.actual.ping.place
    differences.append(added)
  }

  private mutating func addFields(of pair: PingAlignment.Pair) {
    for found in FieldDifferences(pair: pair, shift: shift, options: options).all {
      var added = difference(
        .different,
        pair.expected,
        time: expectedTime(pair.expected),
        message: "\(pair.expected.words): \(found.title) (\(found.field)): expected "
          + "'\(found.expected)', seen '\(found.seen)'",
        cause: LikelyCause.different(found)
      )
      added.field = found.field
      added.expected = found.expected
      added.seen = found.seen
      added.place = pair.actual.ping.place
      differences.append(added)
    }
  }

  // MARK: - Tag payloads

  /// Compares tag payloads, independently of their grouping into pings, which changes with pauses and lost pings.
  ///
  /// - Parameter hasOthers: Whether pings of other products have determined the shift.
  private mutating func comparePayloads(hasOthers: Bool) {
    let left = expected.filter { $0.ping.product == .id3 }
    let right = actual.filter { $0.ping.product == .id3 }
    guard !left.isEmpty || !right.isEmpty else { return }
    addPayloads(.missingTags, in: left, not: right)
    addPayloads(.extraTags, in: right, not: left)
    if !hasOthers { shift = PingAlignment.shift(left, right, tolerance: options.tolerance) }
    // The remaining parameters are equal in all ID3 pings of a session.
    for (one, other) in zip(left, right) {
      matchedCount += 1
      var pair = PingAlignment.Pair(expected: one, actual: other, delay: 0)
      // Times are comparable only between pings with the same payloads.
      if one.ping["tp"] == other.ping["tp"], let start = one.time, let end = other.time {
        pair.delay = end - start - shift
        addDelay(of: pair)
      }
      pair.expected.ping.parameters.removeAll { $0.name == "tp" }
      pair.actual.ping.parameters.removeAll { $0.name == "tp" }
      addFields(of: pair)
    }
  }

  private mutating func addPayloads(
    _ kind: PingDifference.Kind,
    in one: [ComparedPing],
    not other: [ComparedPing]
  ) {
    var known: [Substring: Int] = [:]
    for (payload, _) in Self.payloads(of: other) { known[payload, default: 0] += 1 }
    let mine = Self.payloads(of: one)
    let rest = mine.filter { payload, _ in
      guard let count = known[payload], count > 0 else { return true }
      known[payload] = count - 1
      return false
    }
    guard let first = rest.first else { return }
    let isMissing = kind == .missingTags
    let time = isMissing ? expectedTime(first.ping) : nil
    let noun = rest.count == 1 ? "1 tag payload" : "\(rest.count) tag payloads"
    var added = difference(
      kind,
      first.ping,
      time: time,
      message: isMissing
        ? "\(noun) of \(mine.count) never arrived: the first belongs to the ping\(moment(time))"
        : "not expected: \(noun) of \(mine.count)",
      cause: isMissing
        ? LikelyCause.lostTags
        : "the app played a different stream, or other parts of the stream"
    )
    added.count = rest.count
    added.field = "tp"
    added.place = isMissing ? nil : first.ping.ping.place
    differences.append(added)
  }

  private static func payloads(
    of pings: [ComparedPing]
  ) -> [(payload: Substring, ping: ComparedPing)] {
    pings.flatMap { ping in
      (ping.ping["tp"] ?? "").split(separator: "~").map { ($0, ping) }
    }
  }
}
