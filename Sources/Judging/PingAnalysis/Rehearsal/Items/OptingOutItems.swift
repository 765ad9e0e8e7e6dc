extension RehearsalItem {
  static let optingOut: [RehearsalItem] = [
    RehearsalItem(
      "optout-marks",
      "Every ping made while opted out has the opt-out mark",
      expected: "uoo is 1 or true from the opt-out to the opt-in",
      source:
        "W: DCR Pre-Certification Checklist; \(Documents.api); "
        + "\(Documents.guide)",
      remedy:
        "Pass the URL that the opt-out page opens to `userOptOut`, or let the OS setting "
        + "decide.",
      record:
        "Opt out while playing, note it with --actions, continue to play for six minutes, and opt "
        + "in again."
    ) { capture, evidence in
      guard !capture.actions(.optOut).isEmpty else { return showMarks(capture, &evidence) }
      for time in capture.timesOut {
        // A ping triggered by the choice covers the time before the choice, and the tester's times are not exact.
        let made = capture.ordered.filter {
          $0.hasOptOut && $0.madeAt > time.start + 5 && $0.madeAt < time.end - 5
        }
        for ping in made {
          evidence.take(ping.isOptedOut, [ping], "uoo=\(ping["uoo"]), cr=\(ping["cr"])")
        }
      }
    },
    RehearsalItem(
      "optout-continues",
      "Viewing is still reported while opted out",
      expected: "timers, durations or raw pings while opted out",
      source: "\(Documents.api); W: DCR Pre-Certification Checklist",
      remedy: "Do not disable the SDK on opt-out; the SDK marks its pings.",
      record: "Opt out, note it with --actions, and continue to play for six minutes."
    ) { capture, evidence in
      let pauses = capture.pauses + capture.interruptions(.kill)
      let stops = (capture.actions(.end) + capture.actions(.cast)).map(\.time)
      for time in capture.timesOut {
        let end = min(time.end, stops.first { $0 > time.start } ?? .infinity, capture.horizon)
        let made = capture.ordered.filter {
          time.includes($0) && $0.isOptedOut && ($0.isTimer || $0.isRaw)
            && $0.madeAt > time.start + 1 && $0.madeAt <= end + 5
        }
        if let first = made.first {
          evidence.show(made, "cr=\(first["cr"]), uoo=\(first["uoo"])")
          continue
        }
        let lost = pauses.reduce(0.0) { $0 + $1.overlap(from: time.start, to: end) }
        // Without actions it is unknown whether the user continued to watch.
        guard time.sessionID == nil, end - time.start - lost >= 300 else { continue }
        let view = capture.ordered.filter { $0.isOptedOut && $0.madeAt >= time.start }
        evidence.contradict(view, "none in the \(Int(end - time.start)) s from \(Int(time.start))")
      }
    },
    RehearsalItem(
      "optout-blank-ids",
      "Pings made while opted out have no ids",
      expected: "c9, c1, fp_id, ve_id and hem_* are blank",
      source: "\(Documents.pingFields); the specification of id3tap's engine",
      remedy: "Do not add ids yourself; update the SDK.",
      record: "Opt out and continue to play for six minutes.",
      lints: ["opted-out-is-blank", "ve_id"]
    ) { capture, evidence in
      for ping in capture.ordered where ping.isOptedOut {
        let names =
          ["c9", "c1", "fp_id", "ve_id"]
          + ping.ping.parameters.map(\.name).filter { $0.hasPrefix("hem_") }
        let filled = names.filter { !ping[$0].isEmpty }
        let text = filled.map { "\($0)=\(ping[$0])" }.joined(separator: ", ")
        evidence.take(filled.isEmpty, [ping], filled.isEmpty ? "uoo=\(ping["uoo"]), no ids" : text)
      }
    },
    RehearsalItem(
      "optout-no-leak",
      "Viewing while opted out is never reported as opted in",
      expected: "no ping with blank uoo covers more than 2 s of opted-out time",
      source: "\(Documents.api); id3tap's inference",
      basis: .ours,
      remedy: "Call `userOptOut` on the running instance, not on a second one.",
      record: "Opt out for six minutes, opt in again, and continue to play for six minutes."
    ) { capture, evidence in
      let times = capture.timesOut
      guard capture.pings.contains(where: \.isOptedOut) else { return }
      for span in capture.viewingSpans where span.ping.hasOptOut && !span.ping.isOptedOut {
        for time in times where time.includes(span.ping) && time.end.isFinite {
          let overlap = span.overlap(from: time.start, to: time.end)
          // A span that ends before the opt-in does not show that opted-out time was kept separate.
          guard overlap > 2 || span.end > time.end else { continue }
          evidence.take(
            overlap <= 2,
            [span.ping],
            "uoo=\(span.ping["uoo"]), \(Int(overlap)) s of its span opted out"
          )
        }
      }
    },
    RehearsalItem(
      "optin-returns",
      "After an opt-in, a new viewing is measured normally",
      expected: "V, then D for 300 s, with blank uoo",
      source: "W: DCR Pre-Certification Checklist; \(Documents.optOut)",
      remedy: "Pass `nielsenappsdk://0` to `userOptOut` and start playback again.",
      record: "Opt in, start another viewing, and play it for six minutes; note it with --actions."
    ) { capture, evidence in
      for time in capture.timesOut where time.end.isFinite {
        let groups =
          capture.viewings.map(\.content) + capture.cidSessions.map(\.pings)
        for pings in groups {
          guard let first = pings.first, first.madeAt >= time.end - 1, time.includes(first),
            !capture.timesOut.contains(where: { $0.start >= time.end && first.madeAt >= $0.start })
          else { continue }
          let next = capture.timesOut.first { $0.start > time.end }?.start ?? .infinity
          let out = pings.filter { $0.isOptedOut && $0.madeAt < next }
          if time.sessionID == nil, !out.isEmpty, first.madeAt > time.end + 1 || !first.isTimer {
            evidence.contradict(out, "uoo=\(out[0]["uoo"]) after the opt-in")
          }
          let timers = pings.filter(\.isTimer)
          guard out.isEmpty, pings.contains(where: \.isView),
            timers.creditedSeconds >= 300
          else { continue }
          evidence.show(pings, "cr=\(timers[0]["cr"]), uoo=\(timers[0]["uoo"])")
        }
      }
    },
    RehearsalItem(
      "optout-page",
      "The opt-out page was opened",
      expected: "a request for the opt-out page",
      source:
        "\(Documents.guide); \(Documents.api); \(Documents.optOut); W: "
        + "Digital Pre-Certification Checklist App SDK",
      remedy: "Load `optOutURL` in a web view; retry when it is empty.",
      record: "Record all requests, such as in HAR, open the opt-out page of the app, and opt out."
    ) { capture, evidence in
      guard capture.holdsOtherRequests, !capture.otherRequests.isEmpty else { return }
      let chosen = capture.ordered.filter(\.isOptedOut)
      let page = capture.otherRequests.first { request in
        let text = request.url.lowercased()
        return !request.isConfiguration
          && ["optout", "opt-out", "opt_out"].contains { text.contains($0) }
      }
      if let page, let ping = chosen.first ?? capture.pings.last {
        evidence.show([ping], page.url)
      } else if capture.actions(.optOut).contains(where: { !$0.isBack })
        || chosen.contains(where: \.isOfViewing)
      {
        evidence.contradict(
          chosen,
          "none among \(capture.otherRequests.count) requests, although the user opted out"
        )
      }
    },
  ]

  /// Judges the marks if the time of the user's choice is unknown. Between two marked pings, unmarked pings are allowed
  /// only if a viewing or an app session begins there.
  private static func showMarks(_ capture: RehearsalCase, _ evidence: inout Evidence) {
    for session in capture.appSessions {
      let pings = session.pings.filter(\.hasOptOut)
      guard let first = pings.firstIndex(where: \.isOptedOut),
        let last = pings.lastIndex(where: \.isOptedOut)
      else { continue }
      var run: [RehearsedPing] = []
      for ping in pings[first...last] {
        guard ping.isOptedOut else {
          run.append(ping)
          continue
        }
        evidence.show([ping], "uoo=\(ping["uoo"])")
        let begins = run.contains { $0.isView || $0.isSession || $0.credit?.prefix == "I" }
        if !run.isEmpty, !begins {
          evidence.contradict(run, "uoo=\(run[0]["uoo"]) between two opted-out pings")
        }
        run = []
      }
    }
  }
}
