extension RehearsalItem {
  static let pages: [RehearsalItem] = [
    RehearsalItem(
      "static-view",
      .pages,
      "Each section that is shown has one view",
      source: Documents.all(Documents.staticiOS, Documents.pingFields),
      remedy: "Call loadMetadata with type static when the page is shown.",
      record: "Open two sections of the app.",
      judge: pagesHaveViews
    ),
    RehearsalItem(
      "static-section",
      .pages,
      "Each page names its section",
      source: Documents.all(Documents.staticiOS, Documents.pingFields),
      remedy: "Pass section in the metadata of a page.",
      record: "Open a section of the app.",
      judge: pagesHaveSections
    ),
    RehearsalItem(
      "static-timer",
      .pages,
      "A page is followed by a timer after 300 s, or before the next page",
      source: Documents.all(Documents.engine, Documents.ours),
      basis: .ours,
      remedy: "Report the next page. Do not close the instance when a page disappears.",
      record: "Open a page, and another one some seconds later, or wait for 300 s.",
      judge: pagesHaveTimers
    ),
    RehearsalItem(
      "static-not-during-video",
      .pages,
      "No page is measured while video is measured",
      source: Documents.all(Documents.engine, Documents.ours),
      basis: .ours,
      remedy: "Report a page only while no video is measured.",
      record: "Open a page, then play a video, in one launch of the app.",
      judge: pagesAreApart
    ),
  ]

  // MARK: - Views and timers

  /// The pings of pages of each instance of the SDK, in order.
  private static func instances(_ capture: RehearsalCase) -> [[RehearsedPing]] {
    var groups: [[String]: [RehearsedPing]] = [:]
    for ping in capture.ordered.withoutRepeats where ping.isStatic {
      groups[[ping["sessionId"], ping["c29"]], default: []].append(ping)
    }
    return groups.values.sorted { ($0.first?.index ?? 0) < ($1.first?.index ?? 0) }
  }

  private static func pagesHaveViews(_ capture: RehearsalCase) -> RehearsalOutcome {
    var good: [Int] = []
    var wrong: [(RehearsedPing, String)] = []
    for pings in instances(capture) {
      var open: RehearsedPing?
      var isTimed = false
      for ping in pings {
        if ping.isView {
          let isRight = ping["davty"] == "0" && ping.number("c27") == 0
          if !isRight {
            wrong.append((ping, "a view with "))
          } else if let open, !isTimed, isShownAgain(ping, after: open) {
            wrong.append((ping, "a second view of a page: "))
          } else {
            good.append(ping.index)
          }
          open = ping
          isTimed = false
        } else if ping.isTimer {
          if open?["asn"] != ping["asn"], open != nil || capture.holdsTime(before: ping) {
            wrong.append((ping, "a timer without a view of its section: "))
          }
          isTimed = true
        }
      }
    }
    let expected = "one static view for each section shown: rt=text, cr=V, davty=0, c27=0"
    if let (ping, text) = wrong.first {
      return .failed(
        evidence: wrong.map(\.0.index).uniqued,
        expected: expected,
        seen: text + ping.shown("asn", "cr", "davty", "c27")
      )
    }
    return good.isEmpty
      ? .notAssessed
      : .passed(evidence: good, expected: expected, seen: "\(good.count) views of pages")
  }

  /// Whether a view is that of the page that is open: the SDK makes none for the same section.
  private static func isShownAgain(_ view: RehearsedPing, after open: RehearsedPing) -> Bool {
    open["asn"] == view["asn"] && open.isOptedOut == view.isOptedOut
  }

  private static func pagesHaveSections(_ capture: RehearsalCase) -> RehearsalOutcome {
    .each(
      capture.pings.filter(\.isStatic),
      expected: "asn with the section, and ch of ci, c6, asn and S",
      seen: { $0.shown("asn", "ch", "ci", "c6") }
    ) { ping in
      guard !["", "defChnAsset"].contains(ping["asn"]) else { return false }
      return ping["ch"] == [ping["ci"], ping["c6"], ping["asn"], "S"].joined(separator: "_")
    }
  }

  private static func pagesHaveTimers(_ capture: RehearsalCase) -> RehearsalOutcome {
    var good: [Int] = []
    var wrong: [RehearsedPing] = []
    for pings in instances(capture) {
      for (place, view) in pings.enumerated() where view.isView {
        let next = pings.dropFirst(place + 1).first
        if let next, next.isTimer, next["asn"] == view["asn"] {
          good += [view.index, next.index]
        } else if let next, next.madeAt - view.madeAt >= 1 {
          wrong.append(view)
        } else if next == nil, isLeft(view, in: capture) {
          wrong.append(view)
        }
      }
    }
    let expected = "a static timer (cr=D) after each static view, before the next one"
    if let first = wrong.first {
      return .failed(
        evidence: wrong.map(\.index),
        expected: expected,
        seen: "no timer after the view with " + first.shown("asn", "c61")
      )
    }
    return good.isEmpty
      ? .notAssessed
      : .passed(evidence: good, expected: expected, seen: "a timer after each static view")
  }

  /// Whether a page without a timer was left for a video of the same launch, or shown for more than five
  /// minutes.
  private static func isLeft(_ view: RehearsedPing, in capture: RehearsalCase) -> Bool {
    capture.ordered.contains {
      guard $0["sessionId"] == view["sessionId"], $0["c29"] == view["c29"] else { return false }
      return $0.isView && !$0.isStatic && $0.madeAt - view.madeAt >= 1
    }
  }

  // MARK: - Video

  private static func pagesAreApart(_ capture: RehearsalCase) -> RehearsalOutcome {
    let videos = capture.pings.filter { ($0.isContent || $0.isAd) && $0.isTimer }
    let pages = capture.pings.filter(\.isStatic)
    var wrong: [(RehearsedPing, RehearsedPing)] = []
    for page in pages where page.isTimer {
      let video = videos.first { $0["c29"] == page["c29"] && overlap(of: page, $0) > 2 }
      if let video { wrong.append((page, video)) }
    }
    let expected = "no span (c64 to c61) of a page within one of a video"
    if let (page, video) = wrong.first {
      return .failed(
        evidence: wrong.flatMap { [$0.0.index, $0.1.index] }.uniqued,
        expected: expected,
        seen: page.shown("asn", "c64", "c61") + " during " + video.shown("ai", "c64", "c61")
      )
    }
    let sessions = Set(videos.map { $0["sessionId"] })
    let shown = pages.filter { $0.isTimer && sessions.contains($0["sessionId"]) }
    return shown.isEmpty
      ? .notAssessed
      : .passed(evidence: shown.map(\.index), expected: expected, seen: "pages and videos apart")
  }

  /// The seconds that a page and a video credit at one time: a video that pauses credits none.
  private static func overlap(of page: RehearsedPing, _ video: RehearsedPing) -> Double {
    guard let start = page.spanStart, let begin = video.spanStart else { return 0 }
    let pauses = max(0, video.madeAt - begin - Double(video.creditedSeconds))
    return min(page.madeAt, video.madeAt) - max(start, begin) - pauses
  }
}
