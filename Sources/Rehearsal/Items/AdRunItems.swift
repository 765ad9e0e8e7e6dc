extension RehearsalItem {
  /// The pings that one ad makes.
  static let adRuns: [RehearsalItem] = [
    RehearsalItem(
      "ad-seen",
      .ads,
      "Every ad that was played has an ad view",
      source: Documents.guide,
      remedy: "Call loadMetadata with the ad's type when the ad starts.",
      record: "Pass --actions with the ads that were played.",
      judge: adsAreSeen
    ),
    RehearsalItem(
      "ad-view-then-timer",
      .ads,
      "An ad view is followed by a timer of the ad, and no ad timer comes without a view",
      source: Documents.all(Documents.guide, Documents.api),
      remedy: "Call stop when the ad finishes, also after a postroll.",
      record: "Play an ad to its end.",
      judge: viewsHaveTimers
    ),
    RehearsalItem(
      "ad-starts-at-zero",
      .ads,
      "Every ad starts at playhead 0",
      source: Documents.guide,
      remedy: "Pass playhead 0 when the ad starts, not the content position.",
      record: "Play an ad to its end.",
      judge: adsStartAtZero
    ),
    RehearsalItem(
      "ad-within-length",
      .ads,
      "An ad is not measured for longer than its length",
      source: Documents.pingFields,
      remedy: "Call stop at the ad's end, and pass the ad's own length.",
      record: "Play an ad whose metadata has a length.",
      judge: adsFitLength
    ),
    RehearsalItem(
      "ad-not-too-long",
      .ads,
      "An ad is measured for at most five minutes, or for its length",
      source: "W: TVOS SDK Release Notes",
      remedy: "Call loadMetadata with the content again after the ad.",
      record: "Play an ad to its end.",
      judge: adsAreShort
    ),
  ]

  private static func adsAreSeen(_ capture: RehearsalCase) -> RehearsalOutcome {
    guard let first = capture.ordered.first, let last = capture.ordered.last else {
      return .notAssessed
    }
    let views = capture.pings.filter { $0.isAd && $0.isView }
    var found: [Int] = []
    var missing: [TesterAction] = []
    for action in capture.actions(.ad)
    where action.at >= first.madeAt - RehearsalCase.actionTolerance && action.at <= last.madeAt {
      let view = views.first { abs($0.madeAt - action.at) <= RehearsalCase.actionTolerance }
      if let view { found.append(view.index) } else { missing.append(action) }
    }
    let expected = "an ad view (c3=a, cr with V1) within 5 s of the start of each ad"
    if let action = missing.first {
      return .failed(
        evidence: [],
        expected: expected,
        seen: "no ad view at \(Int64(action.at)), and \(missing.count - 1) more"
      )
    }
    return found.isEmpty
      ? .notAssessed
      : .passed(evidence: found.uniqued, expected: expected, seen: "\(found.count) ads with a view")
  }

  // MARK: - Timers

  private static func viewsHaveTimers(_ capture: RehearsalCase) -> RehearsalOutcome {
    var good: [Int] = []
    var wrong: [(RehearsedPing, String)] = []
    for viewing in capture.viewings {
      for run in viewing.adRuns {
        guard let view = run.view else {
          if let timer = run.timers.first, capture.holdsTime(before: timer) {
            wrong.append((timer, "an ad timer without an ad view: "))
          }
          continue
        }
        if let other = run.timers.first(where: { $0["ai"] != view["ai"] }) {
          wrong.append((other, "after the view with ai=\(view["ai"]) a timer with "))
        } else if !run.timers.isEmpty {
          good += run.pings.map(\.index)
        } else if lasted(view, in: viewing, capture) {
          wrong.append((view, "an ad view without a timer: "))
        }
      }
    }
    let expected = "each ad view is followed by a timer with its ai"
    if let (ping, text) = wrong.first {
      return .failed(
        evidence: wrong.map(\.0.index),
        expected: expected,
        seen: text + ping.shown("ai", "cr", "c61")
      )
    }
    return good.isEmpty
      ? .notAssessed
      : .passed(evidence: good, expected: expected, seen: "a timer after each ad view")
  }

  /// Whether an ad without a timer was shown for a second or more.
  private static func lasted(
    _ view: RehearsedPing,
    in viewing: CapturedViewing,
    _ capture: RehearsalCase
  ) -> Bool {
    let rest = viewing.pings.drop { $0.index != view.index }.dropFirst()
    if let next = rest.first(where: { $0.isView || $0.isTimer }) {
      guard next.isTimer, let start = next.spanStart, start <= view.madeAt else {
        return next.madeAt - view.madeAt >= 1
      }
      // A content timer around the ad: what it does not credit is the ad, or nothing was shown.
      return next.madeAt - start - Double(next.creditedSeconds) >= 1
    }
    // Nothing more of the viewing: another one, or another launch, says that it is over.
    let other = capture.ordered.drop { $0.index != view.index }.dropFirst().first {
      ($0.isView || $0.isSession) && $0["c59"] != viewing.id
    }
    return other.map { $0.madeAt - view.madeAt >= 1 } ?? false
  }

  /// The ads that have a view and timers.
  private static func completeRuns(_ capture: RehearsalCase) -> [CapturedAdRun] {
    capture.viewings.flatMap(\.adRuns).filter { $0.view != nil && !$0.timers.isEmpty }
  }

  private static func adsStartAtZero(_ capture: RehearsalCase) -> RehearsalOutcome {
    .each(
      completeRuns(capture).compactMap(\.timers.first),
      expected: "first timer of the ad has segment 1",
      seen: { "\($0["ai"]): \($0.shown("cr"))" }
    ) { $0.credit?.number == 1 }
  }

  // MARK: - Lengths

  private static func adsFitLength(_ capture: RehearsalCase) -> RehearsalOutcome {
    let runs = completeRuns(capture).filter { $0.length > 0 }
    return sums(of: runs, expected: "sum of c27 of an ad at most 2 s above sd") {
      $0.creditedSeconds <= $0.length + 2
    }
  }

  private static func adsAreShort(_ capture: RehearsalCase) -> RehearsalOutcome {
    sums(of: completeRuns(capture), expected: "sum of c27 of an ad at most 300, or sd") {
      $0.creditedSeconds <= max(300, $0.length + 2)
    }
  }

  private static func sums(
    of runs: [CapturedAdRun],
    expected: String,
    holds: (CapturedAdRun) -> Bool
  ) -> RehearsalOutcome {
    let wrong = runs.filter { !holds($0) }
    guard let first = wrong.first ?? runs.first, let ping = first.pings.first else {
      return .notAssessed
    }
    let seen = "\(ping.shown("ai", "sd")), sum of c27 \(first.creditedSeconds)"
    return wrong.isEmpty
      ? .passed(evidence: runs.flatMap(\.timerIndices), expected: expected, seen: seen)
      : .failed(evidence: wrong.flatMap(\.timerIndices), expected: expected, seen: seen)
  }
}

extension CapturedAdRun {
  fileprivate var timerIndices: [Int] { timers.map(\.index) }
  /// Its length by the metadata, in seconds; 0 where none is given.
  fileprivate var length: Int64 { pings.first?.number("sd") ?? 0 }
}
