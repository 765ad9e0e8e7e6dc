extension InterruptionJudges {
  /// The actions that can keep an app from crediting 30 s after it continued.
  private static let breaking: Set<TesterAction.Name> = [
    .pause, .call, .alarm, .lock, .background, .headphones, .buffer, .kill, .channel, .end, .ad,
    .cast, .seek, .optOut,
  ]

  static func resume(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("a timer reaches 30 s past the resume, without a second view")
    for pause in capture.pauses where pause.duration < 1800 && pause.end.isFinite {
      let resumed = pause.end
      let viewing = capture.ordered.filter { $0.isDTVR || $0.isContent }
      guard viewing.contains(where: { $0.madeAt <= pause.start }),
        !capture.hasAction(breaking, from: resumed + 1, to: resumed + 60)
      else { continue }
      for view in viewing where view.isContent && view.isView {
        if isRepeated(view, in: viewing, after: pause) {
          verdict.contradict([view], "a second view of c59=\(view["c59"])")
        }
      }
      // A viewing that ends right after the resume credits no more.
      let hasEnded = capture.viewingSpans.contains {
        $0.ping["davty"] == "2" && $0.end > resumed && $0.end < resumed + 35
      }
      guard !hasEnded else { continue }
      let spans = capture.viewingSpans.filter {
        $0.end >= resumed + 30 && $0.credited > 0 && $0.start < resumed + 330
      }
      if let span = spans.first {
        verdict.show([span.ping], "\(span.text), resumed at \(Int(resumed))")
      } else if capture.horizon >= resumed + 330
        || capture.hasAction([.end], from: resumed + 60, to: .infinity)
      {
        verdict.contradict([], "no timer after \(Int(resumed))")
      }
    }
    return verdict.outcome()
  }

  /// Whether a view within the first seconds after an interruption repeats one before it.
  private static func isRepeated(
    _ view: RehearsedPing,
    in viewing: [RehearsedPing],
    after pause: TesterInterruption
  ) -> Bool {
    guard view.madeAt >= pause.start + 1, view.madeAt <= pause.end + 30 else { return false }
    return viewing.contains { first in
      first.isContent && first.isView && first.madeAt <= pause.start
        && ["c59", "ai", "c71", "c72"].allSatisfy { first[$0] == view[$0] }
    }
  }

  static func longPause(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("the first content ping after it is a view of another c59")
    for pause in capture.pauses where pause.duration >= 1800 && pause.end.isFinite {
      let before = Set(
        capture.viewings.filter { ($0.pings.first?.madeAt ?? .infinity) < pause.start }.map(\.id)
      )
      let next = capture.ordered.first { ping in
        // Pings that close the old viewing may be made when the app continues.
        ping.isContent && ping.madeAt >= pause.end - 1
          && !(ping["davty"] == "2" && ping.madeAt <= pause.end + 30)
      }
      guard !before.isEmpty, let next else { continue }
      let isNew = !before.contains(next["c59"])
      verdict.take(
        isNew && next.isView,
        [next],
        "cr=\(next["cr"]), \(isNew ? "another" : "the same") c59=\(next["c59"])"
      )
    }
    return verdict.outcome()
  }
}
