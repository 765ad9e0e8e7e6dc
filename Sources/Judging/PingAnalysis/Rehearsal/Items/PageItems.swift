extension RehearsalItem {
  static let pages: [RehearsalItem] = [
    RehearsalItem(
      "static-view",
      "Each section that is shown has one view",
      expected: "one static view for each section shown: rt=text, cr=V, davty=0, c27=0",
      source: Documents.all(Documents.staticiOS, Documents.pingFields),
      remedy: "Call loadMetadata with type static when the page is shown.",
      record: "Open two sections of the app."
    ) { capture, evidence in
      var good: [RehearsedPing] = []
      for pings in instances(capture) {
        var open: RehearsedPing?
        var isTimed = false
        for ping in pings {
          var wrong: String?
          if ping.isView {
            if ping["davty"] != "0" || ping.number("c27") != 0 {
              wrong = "a view with "
            } else if let open, !isTimed, isShownAgain(ping, after: open) {
              wrong = "a second view of a page: "
            } else {
              good.append(ping)
            }
            (open, isTimed) = (ping, false)
          } else if ping.isTimer {
            if open?["asn"] != ping["asn"], open != nil || capture.holdsTime(before: ping) {
              wrong = "a timer without a view of its section: "
            }
            isTimed = true
          }
          if let wrong {
            evidence.contradict([ping], wrong + ping.shown("asn", "cr", "davty", "c27"))
          }
        }
      }
      evidence.show(good, "\(good.count) views of pages")
    },
    RehearsalItem(
      "static-section",
      "Each page names its section",
      expected: "asn is the section, and ch is ci, c6, asn and S joined by _",
      source: Documents.all(Documents.staticiOS, Documents.pingFields),
      remedy: "Pass section in the metadata of a page.",
      record: "Open a section of the app.",
      lints: ["asn"]
    ) { capture, evidence in
      evidence.every(
        capture.pings.filter(\.isStatic),
        seen: { $0.shown("asn", "ch", "ci", "c6") }
      ) { ping in
        guard !["", "defChnAsset"].contains(ping["asn"]) else { return false }
        return ping["ch"] == [ping["ci"], ping["c6"], ping["asn"], "S"].joined(separator: "_")
      }
    },
    RehearsalItem(
      "static-timer",
      "A page view is followed by a timer after 300 s, or before the next page",
      expected: "a static timer (cr=D) after each static view, before the next one",
      source: Documents.all(Documents.engine, Documents.ours),
      basis: .ours,
      remedy: "Report the next page. Do not close the instance when a page disappears.",
      record: "Open a page. Then open another a few seconds later, or wait for 300 s."
    ) { capture, evidence in
      for pings in instances(capture) {
        for (place, view) in pings.enumerated() where view.isView {
          let next = pings.dropFirst(place + 1).first
          if let next, next.isTimer, next["asn"] == view["asn"] {
            evidence.show([view, next], "a timer after each static view")
          } else if next.map({ $0.madeAt - view.madeAt >= 1 }) ?? isLeft(view, in: capture) {
            evidence.contradict([view], "no timer after the view with " + view.shown("asn", "c61"))
          }
        }
      }
    },
    RehearsalItem(
      "static-not-during-video",
      "No page is measured while video is measured",
      expected: "no span (c64 to c61) of a page overlaps the span of a video",
      source: Documents.all(Documents.engine, Documents.ours),
      basis: .ours,
      remedy: "Report a page only while no video is measured.",
      record: "Open a page, then play a video, in one launch of the app."
    ) { capture, evidence in
      let videos = capture.pings.filter { ($0.isContent || $0.isAd) && $0.isTimer }
      let sessions = Set(videos.map { $0["sessionId"] })
      for page in capture.pings where page.isStatic && page.isTimer {
        let video = videos.first { $0["c29"] == page["c29"] && overlap(of: page, $0) > 2 }
        if let video {
          evidence.contradict(
            [page, video],
            page.shown("asn", "c64", "c61") + " during " + video.shown("ai", "c64", "c61")
          )
        } else if sessions.contains(page["sessionId"]) {
          evidence.show([page], "pages and videos do not overlap")
        }
      }
    },
  ]

  // MARK: - Views and timers

  /// The page pings of each SDK instance, in order.
  private static func instances(_ capture: RehearsalCase) -> [[RehearsedPing]] {
    capture.ordered.withoutRepeats.filter(\.isStatic)
      .grouped { [$0["sessionId"], $0["c29"]] }.map(\.elements)
  }

  /// Whether a view repeats the page that is already open, for which the SDK sends no view.
  private static func isShownAgain(_ view: RehearsedPing, after open: RehearsedPing) -> Bool {
    open["asn"] == view["asn"] && open.isOptedOut == view.isOptedOut
  }

  /// Whether a page without a timer was left for a video of the same app session after at least one second.
  private static func isLeft(_ view: RehearsedPing, in capture: RehearsalCase) -> Bool {
    capture.ordered.contains {
      guard $0["sessionId"] == view["sessionId"], $0["c29"] == view["c29"] else { return false }
      return $0.isView && !$0.isStatic && $0.madeAt - view.madeAt >= 1
    }
  }

  // MARK: - Video

  /// The number of seconds by which the spans of a page and a video overlap, minus the video's uncredited seconds.
  private static func overlap(of page: RehearsedPing, _ video: RehearsedPing) -> Double {
    guard let start = page.spanStart, let begin = video.spanStart else { return 0 }
    let pauses = max(0, video.madeAt - begin - Double(video.creditedSeconds))
    return min(page.madeAt, video.madeAt) - max(start, begin) - pauses
  }
}
