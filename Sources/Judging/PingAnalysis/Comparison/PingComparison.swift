import Formats

package enum PingComparison {
  /// Compares two runs, each with pings in the order in which they were sent.
  package static func report(
    expected: [SentPing],
    actual: [SentPing],
    options: ComparisonOptions = ComparisonOptions()
  ) -> ComparisonReport {
    let (ownExpected, ownActual) = (expected.withoutRepeats { $0 }, actual.withoutRepeats { $0 })
    let left = ComparedSession.sessions(of: ownExpected)
    let right = ComparedSession.sessions(of: ownActual)
    var report = ComparisonReport(options: options)
    report.repeatedExpectedCount = expected.count - ownExpected.count
    report.repeatedActualCount = actual.count - ownActual.count
    report.expectedCount = left.sessions.reduce(0) { $0 + $1.pings.count }
    report.actualCount = right.sessions.reduce(0) { $0 + $1.pings.count }
    report.otherCount = left.others + right.others
    let absent = products(of: left.sessions, notIn: right.sessions)
    let surplus = products(of: right.sessions, notIn: left.sessions)
    report.differences += absent.map { difference(ofAbsent: $0.product, count: $0.count) }
    report.differences += surplus.map { difference(ofSurplus: $0.product, count: $0.count) }
    let gone = Set((absent + surplus).map(\.product))
    for (number, pair) in ComparedSession.pairs(left.sessions, right.sessions).enumerated() {
      let one = pair.expected.map { left.sessions[$0] }
      let other = pair.actual.map { right.sessions[$0] }
      switch (one, other) {
      case (let one?, let other?):
        var comparison = SessionComparison(
          number: number + 1,
          one.pings.filter { !gone.contains($0.ping.product) },
          other.pings.filter { !gone.contains($0.ping.product) },
          options
        )
        comparison.run()
        report.matchedCount += comparison.matchedCount
        report.shifts.append(comparison.shift)
        report.moments.append((number + 1, comparison.moments))
        report.differences += comparison.differences
      case (let one?, nil): report.differences.append(missing(one, number + 1))
      case (nil, let other?): report.differences.append(extra(other, number + 1))
      case (nil, nil): break
      }
    }
    report.sessionCount = left.sessions.count
    report.differences = joined(report.differences)
    return report
  }

  // MARK: - Whole products and sessions

  /// The products that only the first run has. Empty if the second run has no pings.
  private static func products(
    of one: [ComparedSession],
    notIn other: [ComparedSession]
  ) -> [(product: SentPing.Product, count: Int)] {
    let known = Set(other.flatMap(\.pings).map(\.ping.product))
    guard !known.isEmpty else { return [] }
    let pings = one.flatMap(\.pings)
    return ComparedSession.products.compactMap { product in
      let count = pings.count { $0.ping.product == product }
      return count > 0 && !known.contains(product) ? (product, count) : nil
    }
  }

  private static func difference(
    ofSurplus product: SentPing.Product,
    count: Int
  ) -> PingDifference {
    let name = ComparedPing.name(of: product)
    return PingDifference(
      kind: .extra,
      product: product.rawValue,
      session: 1,
      count: count,
      message: "\(name) pings are not expected: \(count) seen",
      cause: product == .error
        ? "the SDK raised errors: their texts name the calls to correct"
        : "the app is measured for a product that the expected run lacks: give that run the app's "
          + "metadata and tags, or ignore these pings"
    )
  }

  private static func difference(
    ofAbsent product: SentPing.Product,
    count: Int
  ) -> PingDifference {
    let name = ComparedPing.name(of: product)
    let cause =
      switch product {
      case .session: "the capture began after init, or the SDK was never started"
      case .dtvr, .id3, .tsv:
        "sendID3 was not called with the stream's tags, or the capture excludes /cgi-bin/d, trans "
          + "and tsv: DTVR does not go to /cgi-bin/gn"
      case .dcr:
        "loadMetadata was not called with an assetid, or no playheads followed it"
      default: "no call caused such pings (for pages, call loadMetadata with type static)"
      }
    return PingDifference(
      kind: .missing,
      product: product.rawValue,
      type: nil,
      session: 1,
      count: count,
      message: "no \(name) ping was seen: \(count) expected",
      cause: cause
    )
  }

  private static func missing(_ session: ComparedSession, _ number: Int) -> PingDifference {
    PingDifference(
      kind: .missingSession,
      session: number,
      count: session.pings.count,
      message: "\(named(session, number)) was not seen",
      cause: "the app was not started as often as expected, or the capture ended too early"
    )
  }

  private static func named(_ session: ComparedSession, _ number: Int) -> String {
    "app session \(number) with \(Decimals.counted(session.pings.count, "ping"))"
  }

  private static func extra(_ session: ComparedSession, _ number: Int) -> PingDifference {
    PingDifference(
      kind: .extraSession,
      session: number,
      count: session.pings.count,
      place: session.pings.first?.ping.place,
      message: "\(named(session, number)) is not expected",
      cause: "init was called again, the app was started again, or another app is in the capture"
    )
  }

  /// Merges equal differences of a parameter in several pings.
  private static func joined(_ differences: [PingDifference]) -> [PingDifference] {
    differences.enumerated().grouped { index, found -> [String?] in
      found.kind == .different
        ? [found.product, found.field, found.cause, found.expected, found.seen] : ["\(index)"]
    }.compactMap { group -> PingDifference? in
      var first = group.elements.first?.element
      first?.count = group.elements.reduce(0) { $0 + $1.element.count }
      return first
    }
  }
}
