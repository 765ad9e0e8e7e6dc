extension RehearsalItem {
  static let contentViews: [RehearsalItem] = [
    RehearsalItem(
      "content-view-first",
      "The first content ping of a viewing is a view",
      expected: "first content ping of a viewing: cr with V1, at=view, davty=0, c27=0",
      source: Documents.all(Documents.comparison, Documents.pingFields),
      remedy: "Call loadMetadata with the content before its first playhead.",
      record: "Start recording before the content starts.",
      lints: ["view-has-no-time"]
    ) { capture, evidence in
      let firsts = capture.viewings.compactMap { viewing -> RehearsedPing? in
        guard let first = viewing.content.first else { return nil }
        return first.isView || capture.holdsTime(before: first) ? first : nil
      }
      evidence.every(firsts, seen: { $0.shown("ai", "cr", "at", "davty", "c27") }) {
        $0.isView && $0.credit?.number == 1 && $0["at"] == "view" && $0["davty"] == "0"
          && $0.number("c27") == 0
      }
    },
    RehearsalItem(
      "content-view-once",
      "A viewing has one content view for each asset, and one more after a change of device or opt-out",
      expected:
        "one content view for each c59 and ai, and one more after a change of c71, c72 or uoo",
      source: Documents.all(Documents.appChecklist, Documents.faq),
      remedy:
        "Call play and loadMetadata once per content item, not at every playhead or state change.",
      record: "Record a viewing from its start."
    ) { capture, evidence in
      var last: [[String]: [String]] = [:]
      evidence.every(
        capture.viewings.flatMap(\.content).filter(\.isView).withoutRepeats,
        seen: { "a repeated content view: " + $0.shown("c59", "ai", "cr", "c71") }
      ) { view in
        let key = [view["c59"], view["ai"]]
        let marks = [view["c71"], view["c72"], view.isOptedOut ? "out" : "in"]
        defer { last[key] = marks }
        return last[key] != marks
      }
    },
    RehearsalItem(
      "content-timed",
      "A content view is followed by a timer within 330 s of playing, or at the end",
      expected: "a timer with the c59 and ai of the view, within 330 s of playing",
      source: Documents.all(Documents.appChecklist, Documents.dcrChecklist),
      remedy: """
        Pass the playhead every second, and do not call loadMetadata before each playhead: it stops \
        crediting.
        """,
      record: "Play the content for 6 minutes, or leave it after a few seconds."
    ) { capture, evidence in
      for viewing in capture.viewings {
        let content = viewing.content.withoutRepeats
        for (place, view) in content.enumerated() where view.isView {
          let timer = content[(place + 1)...].first { $0.isTimer && $0["ai"] == view["ai"] }
          let hasLate = timer.map { isLate($0, after: view, viewing, capture) } ?? false
          if let timer, !hasLate {
            evidence.show([view, timer], "a timer after each content view")
          } else if hasLate && capture.actions != nil
            || timer == nil && needsTimer(view, viewing, capture)
          {
            evidence.contradict([view], "no timer in time after view " + view.shown("ai", "c61"))
          }
        }
      }
    },
  ]

  /// Whether a timer comes more than 330 s after its view, not counting ads, and no interruption explains the delay.
  private static func isLate(
    _ timer: RehearsedPing,
    after view: RehearsedPing,
    _ viewing: CapturedViewing,
    _ capture: RehearsalCase
  ) -> Bool {
    let ads = viewing.adSeconds(from: view.madeAt, to: timer.madeAt)
    return timer.madeAt - view.madeAt - ads > 330
      && !capture.tookAction(.interruptions, from: view.madeAt, to: timer.madeAt)
  }

  /// Whether a view without a timer was watched long enough to need one.
  private static func needsTimer(
    _ view: RehearsedPing,
    _ viewing: CapturedViewing,
    _ capture: RehearsalCase
  ) -> Bool {
    let left = viewing.next(after: view, in: capture)
    let end = capture.actions(.end, .kill, .channel, .cast).first { $0.time >= view.madeAt }
    if (left?.madeAt ?? .infinity) - view.madeAt <= 2 { return false }
    if (end?.time ?? .infinity) - view.madeAt <= 2 { return false }
    if viewing.isEnded { return true }
    let last = capture.ordered.last?.madeAt ?? view.madeAt
    return capture.actions != nil
      && last - view.madeAt - viewing.adSeconds(from: view.madeAt, to: last) >= 330
      && !capture.tookAction(.interruptions, from: view.madeAt, to: last)
  }
}
