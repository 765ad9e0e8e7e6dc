import Playback

extension RehearsalItem {
  static let notCounted: [RehearsalItem] = [
    RehearsalItem(
      "pause-not-counted",
      "No seconds are credited while playback is paused",
      expected: "c27 is at most the span minus the interruptions + 2",
      source: "\(Documents.guide); \(Documents.api); W: Digital Measurement FAQ",
      remedy: "Call `stop` and end the playhead timer on pause.",
      record: "Pause for a minute, note it with --actions, and continue to play for five minutes."
    ) { capture, evidence in
      let pauses = capture.interruptions(.pause, .call, .alarm, .headphones)
      evidence.noCredit(in: pauses.filter { $0.length >= 30 }, of: capture)
    },
    RehearsalItem(
      "background-not-counted",
      "No seconds of video are credited in the background",
      expected: "c27 is at most the span minus the interruptions + 2",
      source: "\(Documents.guide); W: DTVR Pre-Certification Checklist",
      remedy: "Call `stop` when the app goes to the background or the device locks.",
      record: "Send the app to the background for a minute, and note it with --actions."
    ) { capture, evidence in
      evidence.noCredit(in: capture.interruptions(.background, .lock), of: capture) { ping in
        ping["rt"] != "audio" && ping["c63"] != "true"
      }
    },
    RehearsalItem(
      "buffer-not-counted",
      "Buffering is not credited, and short buffering does not start a new viewing",
      expected: "c27 is at most the span minus the buffering + 2; no view after less than 30 s",
      source: "\(Documents.guide); W: Digital Measurement FAQ",
      remedy: "During buffering pass no playhead; call `stop` only after 30 s.",
      record: "Throttle the network until the player buffers, and note this with --actions."
    ) { capture, evidence in
      let buffers = capture.interruptions(.buffer)
      evidence.noCredit(in: buffers, of: capture)
      for buffer in buffers where buffer.length < 30 {
        let views = capture.ordered.filter {
          $0.isContent && $0.isView && $0.madeAt > buffer.start && $0.madeAt <= buffer.end + 5
        }
        let isOther = capture.hasAction(
          [.channel, .launch, .optOut, .ott, .ad],
          from: buffer.start - 5,
          to: buffer.end + 5
        )
        let isBefore = capture.viewings.contains { $0.pings[0].madeAt <= buffer.start }
        guard !views.isEmpty, !isOther, isBefore else { continue }
        evidence.contradict(
          views,
          "cr=\(views[0]["cr"]) after \(Int(buffer.length)) s of buffering"
        )
      }
    },
    RehearsalItem(
      "stop-on-interruption",
      "An interruption stops the measurement at once",
      expected: "within 5 s, a raw ping or the timer of the ad that was playing",
      source:
        "W: DTVR Pre-Certification Checklist; W: DCR Pre-Certification Checklist; "
        + "\(Documents.guide)",
      remedy:
        "Call `stop` at once for pause, call, alarm, lock, background, headphones, "
        + "network loss, channel change.",
      record: "Interrupt a channel with tags, or an ad. Note this with --actions."
    ) { capture, evidence in
      let names: Set<ViewerAction.Name> = [
        .pause, .call, .alarm, .lock, .background, .headphones, .channel,
      ]
      for action in capture.actions ?? [] where names.contains(action.name) {
        for session in capture.appSessions where !session.playsHidden(action) {
          stopTags(session, action, &evidence)
        }
        for run in capture.viewings.flatMap(\.adRuns) {
          guard let view = run.view, view.madeAt <= action.time, let timer = run.timers.first,
            timer.madeAt >= action.time - 1
          else { continue }
          evidence.take(
            timer.madeAt <= action.time + 5,
            [timer],
            "timer of the ad \(Int(timer.madeAt - action.time)) s after \(action.name.rawValue)"
          )
        }
      }
    },
    RehearsalItem(
      "resume-credits",
      "After an interruption, crediting starts again",
      expected: "a timer ends 30 s or more after the resume, without a second view",
      source: "W: DTVR Pre-Certification Checklist; W: Digital Measurement FAQ",
      remedy: "On resume call `play`, `loadMetadata`, then pass playheads and tags.",
      record: "Pause, note it with --actions, and continue to play for six minutes."
    ) { capture, evidence in
      for pause in capture.pauses where pause.length < 1800 && pause.end.isFinite {
        let resumed = pause.end
        let viewing = capture.ordered.filter { $0.isDTVR || $0.isContent }
        guard viewing.contains(where: { $0.madeAt <= pause.start }),
          !capture.hasAction(breaking, from: resumed + 1, to: resumed + 60)
        else { continue }
        for view in viewing where view.isContent && view.isView {
          if isRepeated(view, in: viewing, after: pause) {
            evidence.contradict([view], "a second view of c59=\(view["c59"])")
          }
        }
        // A viewing that ends within 35 s of the resume may credit less than 30 s after it.
        let hasEnded = capture.viewingSpans.contains {
          $0.ping["davty"] == "2" && $0.end > resumed && $0.end < resumed + 35
        }
        guard !hasEnded else { continue }
        let spans = capture.viewingSpans.filter {
          $0.end >= resumed + 30 && $0.credited > 0 && $0.start < resumed + 330
        }
        if let span = spans.first {
          evidence.show([span.ping], "\(span.text), resumed at \(Int(resumed))")
        } else if capture.horizon >= resumed + 330
          || capture.hasAction([.end], from: resumed + 60, to: .infinity)
        {
          evidence.contradict([], "no timer 30 s or more after playback resumed at \(Int(resumed))")
        }
      }
    },
    RehearsalItem(
      "resume-after-long-pause",
      "After an interruption of half an hour, a new viewing begins",
      expected: "the first content ping after the interruption is a view with a new c59",
      source: "\(Documents.guide); 1800 s: W: Digital Measurement Content Audit Beacon",
      remedy: "After a long pause start a new viewing: `play`, `loadMetadata`.",
      record:
        "Pause for more than half an hour, note it with --actions, and continue to play for five "
        + "minutes."
    ) { capture, evidence in
      for pause in capture.pauses where pause.length >= 1800 && pause.end.isFinite {
        let before = Set(
          capture.viewings.filter { ($0.pings.first?.madeAt ?? .infinity) < pause.start }.map(\.id)
        )
        let next = capture.ordered.first { ping in
          // An app may make the pings that close the old viewing when it resumes.
          ping.isContent && ping.madeAt >= pause.end - 1
            && !(ping["davty"] == "2" && ping.madeAt <= pause.end + 30)
        }
        guard !before.isEmpty, let next else { continue }
        let isNew = !before.contains(next["c59"])
        evidence.take(
          isNew && next.isView,
          [next],
          "cr=\(next["cr"]), \(isNew ? "another" : "the same") c59=\(next["c59"])"
        )
      }
    },
  ]

  /// Judges whether pending tags are reported at an interruption.
  private static func stopTags(
    _ session: CapturedAppSession,
    _ action: ViewerAction,
    _ evidence: inout Evidence
  ) {
    let raws = session.pings.filter(\.isRaw)
    guard let next = raws.first(where: { $0.madeAt >= action.time - 1 }) else { return }
    guard next.madeAt > action.time + 5 else {
      return evidence.show([next], "a raw ping at \(action.name.rawValue)")
    }
    // Right after an ID3 ping, no tags are pending. If the last ID3 ping was long ago, no tags were played.
    guard let last = raws.last(where: { $0.madeAt < action.time - 1 }),
      (16...95).contains(action.time - last.madeAt)
    else { return }
    evidence.contradict(
      [next],
      "the raw ping \(Int(next.madeAt - action.time)) s after \(action.name.rawValue)"
    )
  }

  /// The actions that explain why an app credits less than 30 s after a resume.
  private static let breaking: Set<ViewerAction.Name> = [
    .pause, .call, .alarm, .lock, .background, .headphones, .buffer, .kill, .channel, .end, .ad,
    .cast, .seek, .optOut,
  ]

  /// Whether a view during an interruption, or up to 30 s after it, repeats an earlier view.
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
}

extension CapturedAppSession {
  /// Whether audio or picture in picture may continue in the background during an action.
  fileprivate func playsHidden(_ action: ViewerAction) -> Bool {
    [.background, .lock].contains(action.name)
      && pings.contains { $0["c63"] == "true" || $0["rt"] == "audio" }
  }
}

extension Evidence {
  /// Checks that the pings that satisfy `pick` do not credit the seconds of interruptions.
  fileprivate mutating func noCredit(
    in interruptions: [TesterInterruption],
    of capture: RehearsalCase,
    by pick: (RehearsedPing) -> Bool = { _ in true }
  ) {
    for span in capture.viewingSpans where pick(span.ping) {
      let lost = interruptions.seconds(in: span)
      guard lost > 0 else { continue }
      take(
        span.credited <= span.length - lost + 2,
        [span.ping],
        "\(span.text), \(Int(lost)) s of it interrupted"
      )
    }
  }
}
