/// Judges audio in a capture. Nothing is judged without pings of `rt=audio`, or the wish for them.
enum AudioJudges {
  static func present(_ capture: RehearsalCase) -> RehearsalOutcome {
    let viewing = capture.ordered.filter { $0.isContent || $0.isDTVR }
    let audio = viewing.filter(\.isAudio)
    let isWanted = capture.settings.products.contains("audio")
    guard !audio.isEmpty || isWanted && !viewing.isEmpty else { return .notAssessed }
    let expected = "a viewing with rt=audio"
    guard let first = audio.first else {
      let kinds = Set(viewing.map { $0["rt"] }).sorted().joined(separator: ", ")
      return .failed(evidence: viewing.map(\.index), expected: expected, seen: "rt=\(kinds)")
    }
    return .passed(
      evidence: audio.map(\.index),
      expected: expected,
      seen: "rt=audio, ai=\(first["ai"])"
    )
  }

  static func station(_ capture: RehearsalCase) -> RehearsalOutcome {
    .each(
      capture.ordered.filter { $0.isAudio && $0.isContent && $0["ci"].hasPrefix("us-") },
      expected: "ai or c17 is call letters and band, WWWW-FM",
      seen: { "ai=\($0["ai"])" + ($0["c17"].isEmpty ? "" : ", c17=\($0["c17"])") },
      holds: { isStation($0["ai"]) || isStation($0["c17"]) }
    )
  }

  /// Three or four capitals, and AM or FM.
  private static func isStation(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, (3...4).contains(parts[0].count) else { return false }
    return parts[0].allSatisfy { $0.isASCII && $0.isUppercase } && ["AM", "FM"].contains(parts[1])
  }

  static func noID3(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("no ping to /cgi-bin/d, /cgi-bin/trans or /cgi-bin/tsv")
    for viewing in capture.viewings where viewing.content.contains(where: \.isAudio) {
      let credited = viewing.content.reduce(0) { $0 + $1.creditedSeconds }
      guard let first = viewing.pings.first, let last = viewing.pings.last else { continue }
      let tags = capture.ordered.filter { ping in
        (ping.isDTVR || ping.isRaw || ping.isLookup) && ping.madeAt >= first.madeAt
          && ping.madeAt <= last.madeAt
          && (ping.isLookup || ping["sessionId"] == viewing.sessionID)
      }
      if let tag = tags.first {
        verdict.contradict(tags, "\(tag.ping.endpoint) at \(Int(tag.madeAt))")
      } else if credited >= 300 {
        verdict.show(viewing.content, "none in \(credited) s of ai=\(first["ai"])")
      }
    }
    return verdict.outcome()
  }

  static func background(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("c27 holds the seconds in the background")
    let hidden = capture.interruptions(.background, .lock)
    let pauses = capture.interruptions(.pause, .call, .alarm, .headphones, .buffer)
    for span in capture.timerSpans where span.ping.isAudio {
      let inside = hidden.reduce(0.0) { $0 + $1.overlap(from: span.start, to: span.end) }
      let paused = pauses.reduce(0.0) { $0 + $1.overlap(from: span.start, to: span.end) }
      guard inside >= 30 else { continue }
      verdict.take(
        span.credited >= span.length - paused - inside / 2,
        [span.ping],
        "\(span.text), \(Int(inside)) s of it in the background"
      )
    }
    return verdict.outcome()
  }

  static func stationChange(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("a c59 for each ai; the old one ends before the new one begins")
    for session in capture.appSessions {
      let content = session.pings.filter { $0.isAudio && $0.isContent }
      for (one, other) in zip(content, content.dropFirst()) where one["ai"] != other["ai"] {
        let isNew = one["c59"] != other["c59"]
        let late = content.last { $0["c59"] == one["c59"] }
        let isClosed = one["davty"] == "2" || one.creditedSeconds == 300 || !one.isTimer
        let isLate = isNew && late?.index != one.index && late?["ai"] == one["ai"]
        verdict.take(
          isNew && isClosed && !isLate,
          [one, other],
          "ai=\(one["ai"]), davty=\(one["davty"]); then ai=\(other["ai"]) with "
            + (isNew ? "another c59" : "the same c59")
        )
      }
    }
    return verdict.outcome()
  }
}

extension RehearsedPing {
  fileprivate var isAudio: Bool { self["rt"] == "audio" }
}
