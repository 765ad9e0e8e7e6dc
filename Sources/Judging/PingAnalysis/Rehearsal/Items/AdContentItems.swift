extension RehearsalItem {
  static let adContent: [RehearsalItem] = [
    RehearsalItem(
      "content-resumes-after-ad",
      "After a midroll, the content continues where it stopped",
      expected: "after a midroll, the content has the same segment as before it, or the next one",
      source: Documents.guide,
      remedy: "After the ad, continue the content's playhead where it stopped.",
      record: "Play content for 5 minutes, then a midroll, then content for 5 minutes."
    ) { capture, evidence in
      for viewing in capture.viewings {
        for (earlier, later, credited) in viewing.timerPairs where viewing.hasAd(earlier, later) {
          let step = SegmentStep(from: earlier, to: later, credited: credited)
          if step == .regular {
            evidence.show([earlier, later], "the same or the next segment")
          } else if step == .wrong || restarts(earlier, later, viewing, capture)
            || isUnexplained(earlier, later, capture)
          {
            evidence.contradict(
              [later],
              "before the ad \(earlier.shown("cr")), after it \(later.shown("cr"))"
            )
          }
        }
      }
    },
    RehearsalItem(
      "content-pauses-during-ad",
      "No second of content is credited during an ad",
      expected: "c27 of content is at most c61 - c64 - ad seconds + 2",
      source: Documents.guide,
      remedy: "Call stop for the content before the midroll, and pass only the ad's playhead.",
      record: "Play content with a midroll, and continue for 5 minutes after it."
    ) { capture, evidence in
      for viewing in capture.viewings {
        for timer in viewing.content where timer.isTimer {
          guard let start = timer.spanStart else { continue }
          let ads = viewing.adSeconds(from: start, to: timer.madeAt)
          guard ads > 0 else { continue }
          evidence.take(
            Double(timer.creditedSeconds) <= timer.madeAt - start - ads + 2,
            [timer],
            "\(timer.shown("cr", "c27", "c64", "c61")), \(Int64(ads)) s of ads"
          )
        }
      }
    },
  ]

  /// Whether the content restarted at segment 1 without a seek: right after a full segment, or, if the actions are
  /// unknown, right after an ad.
  private static func restarts(
    _ earlier: RehearsedPing,
    _ later: RehearsedPing,
    _ viewing: CapturedViewing,
    _ capture: RehearsalCase
  ) -> Bool {
    guard let start = later.spanStart, later.credit?.number == 1 else { return false }
    if earlier.creditedSeconds >= 298, abs(start - earlier.madeAt) <= 2 { return true }
    let adEnds = viewing.adRuns.compactMap(\.pings.last?.madeAt)
    return capture.actions == nil && adEnds.contains { abs(start - $0) <= 2 }
  }

  /// Whether the change of segment needs a seek that the tester did not make.
  private static func isUnexplained(
    _ earlier: RehearsedPing,
    _ later: RehearsedPing,
    _ capture: RehearsalCase
  ) -> Bool {
    capture.actions != nil && !capture.tookAction([.seek], from: earlier.madeAt, to: later.madeAt)
  }
}

extension CapturedViewing {
  /// Whether an ad was shown between two content timers, or just before the first one, because a change of position
  /// after the ad ends a segment.
  fileprivate func hasAd(_ earlier: RehearsedPing, _ later: RehearsedPing) -> Bool {
    adRuns.contains { run in
      guard let first = run.pings.first, let last = run.pings.last else { return false }
      let isBetween = earlier.madeAt <= first.madeAt && first.madeAt < later.madeAt
      return isBetween || (0...RehearsalCase.actionTolerance).contains(earlier.madeAt - last.madeAt)
    }
  }
}
