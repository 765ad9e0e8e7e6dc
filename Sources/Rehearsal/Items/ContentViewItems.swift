extension RehearsalItem {
  static let contentViews: [RehearsalItem] = [
    RehearsalItem(
      "content-view-first",
      .content,
      "The first content ping of a viewing is a view",
      source: Documents.all(Documents.comparison, Documents.pingFields),
      remedy: "Call loadMetadata with the content before its first playhead.",
      record: "Record from before the content starts.",
      judge: viewComesFirst
    ),
    RehearsalItem(
      "content-view-once",
      .content,
      "A viewing has one content view for each asset, and one more after a change of the device",
      source: Documents.all(Documents.appChecklist, Documents.faq),
      remedy:
        "Call play and loadMetadata once for each content, not at every playhead or state change.",
      record: "Record a viewing from its start.",
      judge: viewComesOnce
    ),
    RehearsalItem(
      "content-timed",
      .content,
      "A content view is followed by a timer within 330 s of playing, or at the end",
      source: Documents.all(Documents.appChecklist, Documents.dcrChecklist),
      remedy: """
        Pass the playhead every second, and do not call loadMetadata before each playhead: it stops \
        crediting.
        """,
      record: "Play the content for 6 minutes, or leave it after some seconds.",
      judge: viewIsTimed
    ),
  ]

  private static func viewComesFirst(_ capture: RehearsalCase) -> RehearsalOutcome {
    let firsts = capture.viewings.compactMap { viewing -> RehearsedPing? in
      guard let first = viewing.content.first else { return nil }
      return first.isView || capture.holdsTime(before: first) ? first : nil
    }
    return .each(
      firsts,
      expected: "first content ping of a viewing: cr with V1, at=view, davty=0, c27=0",
      seen: { $0.shown("ai", "cr", "at", "davty", "c27") }
    ) {
      $0.isView && $0.credit?.number == 1 && $0["at"] == "view" && $0["davty"] == "0"
        && $0.number("c27") == 0
    }
  }

  private static func viewComesOnce(_ capture: RehearsalCase) -> RehearsalOutcome {
    var last: [[String]: [String]] = [:]
    return .each(
      capture.viewings.flatMap(\.content).filter(\.isView).withoutRepeats,
      expected: "one content view for each c59 and ai, and one more after a change of c71 or c72",
      seen: { "a content view again: " + $0.shown("c59", "ai", "cr", "c71") }
    ) { view in
      let key = [view["c59"], view["ai"]]
      let marks = [view["c71"], view["c72"], view.isOptedOut ? "out" : "in"]
      defer { last[key] = marks }
      return last[key] != marks
    }
  }

  private static func viewIsTimed(_ capture: RehearsalCase) -> RehearsalOutcome {
    var timed: [Int] = []
    var lone: [RehearsedPing] = []
    for viewing in capture.viewings {
      let content = viewing.content.withoutRepeats
      for (place, view) in content.enumerated() where view.isView {
        let rest = content[(place + 1)...]
        if let timer = rest.first(where: { $0.isTimer && $0["ai"] == view["ai"] }) {
          if !isLate(timer, after: view, viewing, capture) {
            timed += [view.index, timer.index]
          } else if capture.actions != nil {
            lone.append(view)
          }
        } else if needsTimer(view, viewing, capture) {
          lone.append(view)
        }
      }
    }
    let expected = "a timer with the c59 and ai of the view, after 330 s of playing at the latest"
    if let first = lone.first {
      return .failed(
        evidence: lone.map(\.index),
        expected: expected,
        seen: "no timer after the view with " + first.shown("ai", "c61")
      )
    }
    return timed.isEmpty
      ? .notAssessed
      : .passed(evidence: timed, expected: expected, seen: "a timer after each content view")
  }

  /// Whether more was played than a timer waits for, and no interruption explains it.
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

  /// Whether a view without a timer was watched for long enough to have one.
  private static func needsTimer(
    _ view: RehearsedPing,
    _ viewing: CapturedViewing,
    _ capture: RehearsalCase
  ) -> Bool {
    let left = capture.ordered.drop { $0.index != view.index }.dropFirst().first {
      ($0.isView || $0.isSession) && $0["c59"] != viewing.id
    }
    let end = capture.actions(.end, .kill, .channel, .cast).first { $0.at >= view.madeAt }
    if (left?.madeAt ?? .infinity) - view.madeAt <= 2 { return false }
    if (end?.at ?? .infinity) - view.madeAt <= 2 { return false }
    if viewing.isEnded { return true }
    let last = capture.ordered.last?.madeAt ?? view.madeAt
    return capture.actions != nil
      && last - view.madeAt - viewing.adSeconds(from: view.madeAt, to: last) >= 330
      && !capture.tookAction(.interruptions, from: view.madeAt, to: last)
  }
}
