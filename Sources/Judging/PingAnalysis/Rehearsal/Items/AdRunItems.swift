extension RehearsalItem {
  static let adRuns: [RehearsalItem] = [
    RehearsalItem(
      "ad-seen",
      "Every ad that was played has an ad view",
      expected: "an ad view (c3=a, cr with V1) within 5 s of the start of each ad",
      source: Documents.guide,
      remedy: "Call loadMetadata with the ad's type when the ad starts.",
      record: "Pass --actions with the ads that were played."
    ) { capture, evidence in
      guard let first = capture.ordered.first, let last = capture.ordered.last else { return }
      let start = first.madeAt - RehearsalCase.actionTolerance
      evidence.each(
        capture.actions(.ad).filter { $0.time >= start && $0.time <= last.madeAt },
        has: capture.pings.filter { $0.isAd && $0.isView },
        within: RehearsalCase.actionTolerance,
        seen: { "\($0) ads with a view" },
        missing: { "no view for the ad at \(Int64($0.time)); other ads without a view: \($1 - 1)" }
      )
    },
    RehearsalItem(
      "ad-view-then-timer",
      "Every ad view is followed by a timer of the ad, and every ad timer has a view",
      expected: "each ad view is followed by a timer with its ai, and each ad timer follows a view",
      source: Documents.all(Documents.guide, Documents.api),
      remedy: "Call stop when the ad finishes, also after a postroll.",
      record: "Play an ad to its end."
    ) { capture, evidence in
      for viewing in capture.viewings {
        for run in viewing.adRuns {
          let wrong: (ping: RehearsedPing, text: String)
          if let view = run.view {
            if let other = run.timers.first(where: { $0["ai"] != view["ai"] }) {
              wrong = (other, "after the view with ai=\(view["ai"]) a timer with ")
            } else if run.timers.isEmpty, lasted(view, in: viewing, capture) {
              wrong = (view, "an ad view without a timer: ")
            } else {
              evidence.show(run.timers.isEmpty ? [] : run.pings, "a timer after each ad view")
              continue
            }
          } else if let timer = run.timers.first, capture.holdsTime(before: timer) {
            wrong = (timer, "an ad timer without an ad view: ")
          } else {
            continue
          }
          evidence.contradict([wrong.ping], wrong.text + wrong.ping.shown("ai", "cr", "c61"))
        }
      }
    },
    RehearsalItem(
      "ad-starts-at-zero",
      "Every ad starts at playhead 0",
      expected: "the first timer of the ad has segment 1",
      source: Documents.guide,
      remedy: "Pass playhead 0 when the ad starts, not the content position.",
      record: "Play an ad to its end."
    ) { capture, evidence in
      evidence.every(
        completeRuns(capture).compactMap(\.timers.first),
        seen: { "\($0["ai"]): \($0.shown("cr"))" }
      ) { $0.credit?.number == 1 }
    },
    RehearsalItem(
      "ad-within-length",
      "An ad is not measured for longer than its length",
      expected: "the sum of c27 of an ad is at most sd + 2",
      source: Documents.pingFields,
      remedy: "Call stop at the ad's end, and pass the ad's own length.",
      record: "Play an ad whose metadata has a length.",
      lints: ["ad-within-length"]
    ) { capture, evidence in
      for run in completeRuns(capture) where run.length > 0 {
        evidence.take(run.creditedSeconds <= run.length + 2, run.timers, run.sum)
      }
    },
    RehearsalItem(
      "ad-not-too-long",
      "An ad is measured for at most five minutes, or its length if that is longer",
      expected: "the sum of c27 of an ad is at most 300, or sd + 2 if that is more",
      source: "W: TVOS SDK Release Notes",
      remedy: "Call loadMetadata with the content again after the ad.",
      record: "Play an ad to its end."
    ) { capture, evidence in
      for run in completeRuns(capture) {
        evidence.take(run.creditedSeconds <= max(300, run.length + 2), run.timers, run.sum)
      }
    },
  ]

  // MARK: - Timers

  /// Whether an ad without a timer was shown for at least one second.
  private static func lasted(
    _ view: RehearsedPing,
    in viewing: CapturedViewing,
    _ capture: RehearsalCase
  ) -> Bool {
    let rest = viewing.pings.following(view)
    if let next = rest.first(where: { $0.isView || $0.isTimer }) {
      guard next.isTimer, let start = next.spanStart, start <= view.madeAt else {
        return next.madeAt - view.madeAt >= 1
      }
      // A content timer spans the ad: the seconds that it does not credit belong to the ad.
      return next.madeAt - start - Double(next.creditedSeconds) >= 1
    }
    // The viewing has no further pings: a ping of another viewing or launch shows that it is over.
    return viewing.next(after: view, in: capture).map { $0.madeAt - view.madeAt >= 1 } ?? false
  }

  /// The ads that have a view and timers.
  private static func completeRuns(_ capture: RehearsalCase) -> [CapturedAdRun] {
    capture.viewings.flatMap(\.adRuns).filter { $0.view != nil && !$0.timers.isEmpty }
  }
}

extension CapturedAdRun {
  fileprivate var sum: String {
    "\(pings.first?.shown("ai", "sd") ?? ""), sum of c27 \(creditedSeconds)"
  }
  /// The ad's length from the metadata, in seconds. 0 if unknown.
  fileprivate var length: Int64 { pings.first?.number("sd") ?? 0 }
}
