/// Judges opting out and in.
enum OptOutJudges {
  static func marks(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("uoo is 1 or true from the opt-out to the opt-in")
    guard !capture.actions(.optOut).isEmpty else { return shownMarks(capture) }
    for time in capture.timesOut {
      // Playback that a choice closes was viewed before it, and the noted times are not exact.
      let made = capture.ordered.filter {
        $0.hasOptOut && $0.madeAt > time.start + 5 && $0.madeAt < time.end - 5
      }
      for ping in made {
        verdict.take(ping.isOptedOut, [ping], "uoo=\(ping["uoo"]), cr=\(ping["cr"])")
      }
    }
    return verdict.outcome()
  }

  /// Judges the marks without knowing when the user chose: between pings that are out no ping is in, unless
  /// a viewing begins there.
  private static func shownMarks(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("uoo is 1 or true from the opt-out to the opt-in")
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
        verdict.show([ping], "uoo=\(ping["uoo"])")
        let begins = run.contains { $0.isView || $0.isSession || $0.credit?.prefix == "I" }
        if !run.isEmpty, !begins {
          verdict.contradict(run, "uoo=\(run[0]["uoo"]) between two that are out")
        }
        run = []
      }
    }
    return verdict.outcome()
  }

  static func continues(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("timers, durations or raw pings while opted out")
    let pauses = capture.pauses + capture.interruptions(.kill)
    let stops = (capture.actions(.end) + capture.actions(.cast)).map(\.at)
    for time in capture.timesOut {
      let end = min(time.end, stops.first { $0 > time.start } ?? .infinity, capture.horizon)
      let made = capture.ordered.filter {
        time.includes($0) && $0.isOptedOut && ($0.isTimer || $0.isRaw)
          && $0.madeAt > time.start + 1 && $0.madeAt <= end + 5
      }
      if let first = made.first {
        verdict.show(made, "cr=\(first["cr"]), uoo=\(first["uoo"])")
        continue
      }
      let lost = pauses.reduce(0.0) { $0 + $1.overlap(from: time.start, to: end) }
      // Without a list of actions it is unknown whether the user watched on.
      guard time.sessionID == nil, end - time.start - lost >= 300 else { continue }
      let view = capture.ordered.filter { $0.isOptedOut && $0.madeAt >= time.start }
      verdict.contradict(view, "none in the \(Int(end - time.start)) s from \(Int(time.start))")
    }
    return verdict.outcome()
  }

  static func blankIDs(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("c9, c1, fp_id, ve_id and hem_* are blank")
    for ping in capture.ordered where ping.isOptedOut {
      let names =
        ["c9", "c1", "fp_id", "ve_id"]
        + ping.ping.parameters.map(\.name).filter { $0.hasPrefix("hem_") }
      let filled = names.filter { !ping[$0].isEmpty }
      let text = filled.map { "\($0)=\(ping[$0])" }.joined(separator: ", ")
      verdict.take(filled.isEmpty, [ping], filled.isEmpty ? "uoo=\(ping["uoo"]), none" : text)
    }
    return verdict.outcome()
  }

  static func noLeak(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("no span of a ping with blank uoo reaches 2 s into the time out")
    let times = capture.timesOut
    guard capture.pings.contains(where: \.isOptedOut) else { return .notAssessed }
    for span in capture.viewingSpans where span.ping.hasOptOut && !span.ping.isOptedOut {
      for time in times where time.includes(span.ping) && time.end.isFinite {
        let overlap = span.overlap(from: time.start, to: time.end)
        // Only what follows an opt-in shows that it was kept apart.
        guard overlap > 2 || span.end > time.end else { continue }
        verdict.take(
          overlap <= 2,
          [span.ping],
          "uoo=\(span.ping["uoo"]), \(Int(overlap)) s of its span opted out"
        )
      }
    }
    return verdict.outcome()
  }

  static func returns(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("V, then D for 300 s, with blank uoo")
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
          verdict.contradict(out, "uoo=\(out[0]["uoo"]) after the opt-in")
        }
        let timers = pings.filter(\.isTimer)
        guard out.isEmpty, pings.contains(where: \.isView),
          timers.reduce(0, { $0 + $1.creditedSeconds }) >= 300
        else { continue }
        verdict.show(pings, "cr=\(timers[0]["cr"]), uoo=\(timers[0]["uoo"])")
      }
    }
    return verdict.outcome()
  }

  static func page(_ capture: RehearsalCase) -> RehearsalOutcome {
    guard capture.holdsOtherRequests, !capture.otherRequests.isEmpty else { return .notAssessed }
    let expected = "a request for the opt-out page"
    let chosen = capture.ordered.filter(\.isOptedOut)
    let page = capture.otherRequests.first { request in
      let text = request.url.lowercased()
      return !request.isConfiguration
        && ["optout", "opt-out", "opt_out"].contains { text.contains($0) }
    }
    if let page, let ping = chosen.first ?? capture.pings.last {
      return .passed(evidence: [ping.index], expected: expected, seen: page.url)
    }
    let hasChosen = capture.actions(.optOut).contains { $0.value != "0" }
    guard hasChosen || chosen.contains(where: { $0.isOfViewing }) else { return .notAssessed }
    return .failed(
      evidence: chosen.map(\.index),
      expected: expected,
      seen: "none among \(capture.otherRequests.count) requests, and the user opted out"
    )
  }
}
