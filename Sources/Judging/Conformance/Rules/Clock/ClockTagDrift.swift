import TimedMetadata

struct ClockTagDrift: Rule {
  static let id: RuleID = "clock-tag-drift"
  static let title = "Tag clock drifts from the content"
  static let text = """
    The tags' own clock neither gains nor loses time over the whole input.

    Drift means that the inserter counts frames at a wrong rate, or is fed a clock other than the
    content's. Single steps are reported by `clock-tag-rate`.
    """
  static let limit = Threshold("limit", 5, "s")
  static let traits = RuleTraits(
    .clock,
    .warning,
    isHeuristic: true,
    needs: [.media, .dataTags(2), .seconds(60)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check the clock that feeds the inserter, and the frame rate that the inserter counts with.",
    source: "practice of existing validators; this tool's own limit"
  )

  /// The sums over all pairs of consecutive tags in a stream.
  private struct Sum {
    var steps = TagClockSteps()
    var last: Place
    var pairs = 0
    var gain = 0.0
    var seconds = 0.0
    /// The number of pairs in which the two clocks differ by more than `TagClockSteps.limit`. `jumpGain` and
    /// `jumpSeconds` are sums over these pairs.
    var jumps = 0
    var jumpGain = 0.0
    var jumpSeconds = 0.0
  }

  private let limit: Double
  private var sums = PerStream<Sum>()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data else { return }
    _ = sums.update(tag.stream, from: Sum(last: tag.place)) { sum in
      guard let step = sum.steps.next(tag) else { return }
      sum.last = tag.place
      sum.pairs += 1
      sum.gain += step.gain
      sum.seconds += step.presentation
      guard abs(step.gain) > TagClockSteps.limit.value else { return }
      sum.jumps += 1
      sum.jumpGain += step.gain
      sum.jumpSeconds += step.presentation
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let known = sums.all.filter { $0.value.pairs > 0 }
    guard !known.isEmpty else { return .notAssessed(.heuristicUnconfirmed) }
    for (_, sum) in known {
      // If most pairs differ, the clock runs at a wrong rate, or not at all: that counts as drift.
      let areSteps = sum.jumps * 2 <= sum.pairs
      let gain = areSteps ? sum.gain - sum.jumpGain : sum.gain
      let seconds = areSteps ? sum.seconds - sum.jumpSeconds : sum.seconds
      guard abs(gain) > limit, seconds > 0 else { continue }
      log.add(Self.drift(gain, in: seconds), at: sum.last)
    }
    return .assessed
  }
}

extension ClockTagDrift {
  static func drift(_ gain: Double, in seconds: Double) -> String {
    let hundredths = Int((abs(gain) / seconds * 10_000).rounded())
    let decimals = String(hundredths % 100 + 100).dropFirst()
    return "tag clock \(gain < 0 ? "lost" : "gained") \(Int(abs(gain).rounded())) s "
      + "in \(Int(seconds.rounded())) s "
      + "(\(gain < 0 ? "−" : "+")\(hundredths / 100).\(decimals) %): the clock source of the "
      + "inserter may be wrong"
  }
}
