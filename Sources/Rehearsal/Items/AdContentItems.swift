extension RehearsalItem {
  /// The content around its ads.
  static let adContent: [RehearsalItem] = [
    RehearsalItem(
      "content-resumes-after-ad",
      .ads,
      "After a midroll the content continues where it was left",
      source: Documents.guide,
      remedy: "After the ad, continue the content's playhead where it was left.",
      record: "Play content for 5 minutes, then a midroll, then content for 5 minutes.",
      judge: contentResumes
    ),
    RehearsalItem(
      "content-pauses-during-ad",
      .ads,
      "No second of content is credited during an ad",
      source: Documents.guide,
      remedy: "Call stop for the content before the midroll, and pass only the ad's playhead.",
      record: "Play content with a midroll, and 5 minutes after it.",
      judge: contentPauses
    ),
  ]

  private static func contentResumes(_ capture: RehearsalCase) -> RehearsalOutcome {
    var good: [Int] = []
    var wrong: [(RehearsedPing, RehearsedPing)] = []
    for viewing in capture.viewings {
      for (earlier, later, credited) in viewing.timerPairs where viewing.hasAd(earlier, later) {
        let step = SegmentStep(from: earlier, to: later, credited: credited)
        if step == .regular {
          good += [earlier.index, later.index]
        } else if step == .wrong || restarts(earlier, later)
          || isUnexplained(earlier, later, capture)
        {
          wrong.append((earlier, later))
        }
      }
    }
    let expected = "the content's segment after a midroll is that before it, or the next one"
    if let (earlier, later) = wrong.first {
      return .failed(
        evidence: wrong.map(\.1.index),
        expected: expected,
        seen: "before the ad \(earlier.shown("cr")), after it \(later.shown("cr"))"
      )
    }
    return good.isEmpty
      ? .notAssessed
      : .passed(evidence: good.uniqued, expected: expected, seen: "the same or the next segment")
  }

  /// Whether the content began again at its start though its timers follow one another without a seek.
  private static func restarts(_ earlier: RehearsedPing, _ later: RehearsedPing) -> Bool {
    guard let start = later.spanStart, later.credit?.number == 1 else { return false }
    return earlier.creditedSeconds >= 298 && abs(start - earlier.madeAt) <= 2
  }

  /// Whether only a seek explains the change of segment, and the tester made none.
  private static func isUnexplained(
    _ earlier: RehearsedPing,
    _ later: RehearsedPing,
    _ capture: RehearsalCase
  ) -> Bool {
    capture.actions != nil && !capture.tookAction([.seek], from: earlier.madeAt, to: later.madeAt)
  }

  private static func contentPauses(_ capture: RehearsalCase) -> RehearsalOutcome {
    var timers: [(ping: RehearsedPing, ads: Double)] = []
    for viewing in capture.viewings {
      for timer in viewing.content where timer.isTimer {
        guard let start = timer.spanStart else { continue }
        let ads = viewing.adSeconds(from: start, to: timer.madeAt)
        if ads > 0 { timers.append((timer, ads)) }
      }
    }
    let wrong = timers.filter { timer in
      let span = timer.ping.madeAt - (timer.ping.spanStart ?? timer.ping.madeAt)
      return Double(timer.ping.creditedSeconds) > span - timer.ads + 2
    }
    guard let (ping, ads) = wrong.first ?? timers.first else { return .notAssessed }
    let expected = "c27 of content at most c61 - c64, less the seconds of ads, and 2"
    let seen = "\(ping.shown("cr", "c27", "c64", "c61")), \(Int64(ads)) s of ads"
    return wrong.isEmpty
      ? .passed(evidence: timers.map(\.ping.index), expected: expected, seen: seen)
      : .failed(evidence: wrong.map(\.ping.index), expected: expected, seen: seen)
  }
}

extension CapturedViewing {
  /// Whether an ad was shown between the ends of two content timers, or just before the first of them: a
  /// change of position after the ad closes it.
  fileprivate func hasAd(_ earlier: RehearsedPing, _ later: RehearsedPing) -> Bool {
    adRuns.contains { run in
      guard let first = run.pings.first, let last = run.pings.last else { return false }
      let isBetween = earlier.madeAt <= first.madeAt && first.madeAt < later.madeAt
      return isBetween || (0...RehearsalCase.actionTolerance).contains(earlier.madeAt - last.madeAt)
    }
  }
}
