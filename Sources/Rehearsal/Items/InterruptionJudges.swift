/// Judges the interruptions that the tester noted.
enum InterruptionJudges {
  static func pauseNotCounted(_ capture: RehearsalCase) -> RehearsalOutcome {
    notCounted(
      capture,
      capture.interruptions(.pause, .call, .alarm, .headphones).filter { $0.duration >= 30 }
    )
  }

  static func backgroundNotCounted(_ capture: RehearsalCase) -> RehearsalOutcome {
    notCounted(capture, capture.interruptions(.background, .lock)) { ping in
      ping["rt"] != "audio" && ping["c63"] != "true"
    }
  }

  static func bufferNotCounted(_ capture: RehearsalCase) -> RehearsalOutcome {
    let buffers = capture.interruptions(.buffer)
    var verdict = ItemVerdict(
      "c27 is at most the span less the buffering + 2; no view for under 30 s"
    )
    count(buffers, in: capture, &verdict)
    for buffer in buffers where buffer.duration < 30 {
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
      verdict.contradict(views, "cr=\(views[0]["cr"]) after \(Int(buffer.duration)) s of buffering")
    }
    return verdict.outcome()
  }

  private static func notCounted(
    _ capture: RehearsalCase,
    _ interruptions: [TesterInterruption],
    of pick: (RehearsedPing) -> Bool = { _ in true }
  ) -> RehearsalOutcome {
    var verdict = ItemVerdict("c27 is at most the span less the interruptions + 2")
    count(interruptions, in: capture, of: pick, &verdict)
    return verdict.outcome()
  }

  private static func count(
    _ interruptions: [TesterInterruption],
    in capture: RehearsalCase,
    of pick: (RehearsedPing) -> Bool = { _ in true },
    _ verdict: inout ItemVerdict
  ) {
    for span in capture.viewingSpans where pick(span.ping) {
      let lost = interruptions.reduce(0.0) { $0 + $1.overlap(from: span.start, to: span.end) }
      guard lost > 0 else { continue }
      verdict.take(
        span.credited <= span.length - lost + 2,
        [span.ping],
        "\(span.text), \(Int(lost)) s of it interrupted"
      )
    }
  }

  static func stop(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("within 5 s a raw ping, or the timer of the ad that was running")
    let names: Set<TesterAction.Name> = [
      .pause, .call, .alarm, .lock, .background, .headphones, .channel,
    ]
    for action in capture.actions ?? [] where names.contains(action.name) {
      for session in capture.appSessions where !session.playsHidden(action) {
        stopTags(session, action, &verdict)
      }
      for run in capture.viewings.flatMap(\.adRuns) {
        guard let view = run.view, view.madeAt <= action.at, let timer = run.timers.first,
          timer.madeAt >= action.at - 1
        else { continue }
        verdict.take(
          timer.madeAt <= action.at + 5,
          [timer],
          "timer of the ad \(Int(timer.madeAt - action.at)) s after \(action.name.rawValue)"
        )
      }
    }
    return verdict.outcome()
  }

  /// Judges whether an interruption reports the tags that wait.
  private static func stopTags(
    _ session: CapturedAppSession,
    _ action: TesterAction,
    _ verdict: inout ItemVerdict
  ) {
    let raws = session.pings.filter(\.isRaw)
    guard let next = raws.first(where: { $0.madeAt >= action.at - 1 }) else { return }
    guard next.madeAt > action.at + 5 else {
      return verdict.show([next], "a raw ping at \(action.name.rawValue)")
    }
    // Right after a raw ping no tags wait, and long after one none were played.
    guard let last = raws.last(where: { $0.madeAt < action.at - 1 }),
      (16...95).contains(action.at - last.madeAt)
    else { return }
    verdict.contradict(
      [next],
      "the raw ping \(Int(next.madeAt - action.at)) s after \(action.name.rawValue)"
    )
  }
}

extension CapturedAppSession {
  /// Whether playing continues in the background: audio, or a picture in the picture.
  fileprivate func playsHidden(_ action: TesterAction) -> Bool {
    [.background, .lock].contains(action.name)
      && pings.contains { $0["c63"] == "true" || $0["rt"] == "audio" }
  }
}
