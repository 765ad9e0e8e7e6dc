extension RehearsalItem {
  /// Items about audio. Documents state the requirements, but no public document shows an audio ping, so the expected
  /// parameters except `rt=audio` are inferred.
  static let audio: [RehearsalItem] = [
    RehearsalItem(
      "audio-present",
      "Audio is measured as audio",
      expected: "a viewing with rt=audio",
      source: "W: Digital Audio Metadata",
      remedy: "Pass `radio` as `type`.",
      record: "Play a station, and name the product with --product audio."
    ) { capture, evidence in
      let viewing = capture.ordered.filter { $0.isContent || $0.isDTVR }
      let audio = viewing.filter(\.isAudio)
      if audio.isEmpty, !viewing.isEmpty, capture.settings.products.contains("audio") {
        let kinds = Set(viewing.map { $0["rt"] }).sorted().joined(separator: ", ")
        evidence.contradict(viewing, "rt=\(kinds)")
      }
      evidence.show(audio, "rt=audio, ai=\(audio[0]["ai"])")
    },
    RehearsalItem(
      "audio-station",
      "A station id has call letters and a band",
      expected: "ai or c17 has call letters and a band, such as WWWW-FM",
      source: "W: Digital Audio Metadata",
      remedy: "Pass the registered station id, for example `WWWW-FM`.",
      record: "Play a US station for six minutes."
    ) { capture, evidence in
      evidence.every(
        capture.ordered.filter { $0.isAudio && $0.isContent && $0["ci"].hasPrefix("us-") },
        seen: { "ai=\($0["ai"])" + ($0["c17"].isEmpty ? "" : ", c17=\($0["c17"])") },
        satisfies: { isStation($0["ai"]) || isStation($0["c17"]) }
      )
    },
    RehearsalItem(
      "audio-no-id3",
      "No tags are reported while audio plays",
      expected: "no ping to /cgi-bin/d, /cgi-bin/trans or /cgi-bin/tsv",
      source: "W: Digital Audio Metadata",
      remedy: "Do not call `sendID3` in the audio player.",
      record: "Play a station for six minutes."
    ) { capture, evidence in
      for viewing in capture.viewings where viewing.content.contains(where: \.isAudio) {
        let credited = viewing.content.creditedSeconds
        guard let first = viewing.pings.first, let last = viewing.pings.last else { continue }
        let tags = capture.ordered.filter { ping in
          (ping.isDTVR || ping.isRaw || ping.isLookup) && ping.madeAt >= first.madeAt
            && ping.madeAt <= last.madeAt
            && (ping.isLookup || ping["sessionId"] == viewing.sessionID)
        }
        if let tag = tags.first {
          evidence.contradict(tags, "\(tag.ping.endpoint) at \(Int(tag.madeAt))")
        } else if credited >= 300 {
          evidence.show(viewing.content, "none in \(credited) s of ai=\(first["ai"])")
        }
      }
    },
    RehearsalItem(
      "audio-background-counts",
      "Audio is credited in the background",
      expected: "c27 includes at least half of the seconds in the background",
      source: Documents.guide,
      remedy: "Do not call `stop` when an audio app goes to the background.",
      record: "Play a station in the background for two minutes, and note it with --actions."
    ) { capture, evidence in
      let hidden = capture.interruptions(.background, .lock)
      let pauses = capture.interruptions(.pause, .call, .alarm, .headphones, .buffer)
      for span in capture.timerSpans where span.ping.isAudio {
        let inside = hidden.seconds(in: span)
        let paused = pauses.seconds(in: span)
        guard inside >= 30 else { continue }
        evidence.take(
          span.credited >= span.length - paused - inside / 2,
          [span.ping],
          "\(span.text), \(Int(inside)) s of it in the background"
        )
      }
    },
    RehearsalItem(
      "audio-station-change",
      "A change of station starts a new viewing",
      expected: "one c59 for each ai; the old viewing ends before the new one begins",
      source: "W: Digital Measurement FAQ",
      remedy: "Call `stop` for the old station, then `play` and `loadMetadata` for the new one.",
      record: "Play a station, and then another."
    ) { capture, evidence in
      for session in capture.appSessions {
        let content = session.pings.filter { $0.isAudio && $0.isContent }
        for (one, other) in zip(content, content.dropFirst()) where one["ai"] != other["ai"] {
          let isNew = one["c59"] != other["c59"]
          let late = content.last { $0["c59"] == one["c59"] }
          let isClosed = one["davty"] == "2" || one.creditedSeconds == 300 || !one.isTimer
          let isLate = isNew && late?.index != one.index && late?["ai"] == one["ai"]
          evidence.take(
            isNew && isClosed && !isLate,
            [one, other],
            "ai=\(one["ai"]), davty=\(one["davty"]); then ai=\(other["ai"]) with "
              + (isNew ? "another c59" : "the same c59")
          )
        }
      }
    },
  ]

  /// Whether a string is a station id: three or four capital letters, a hyphen, and AM or FM.
  private static func isStation(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, (3...4).contains(parts[0].count) else { return false }
    return parts[0].allSatisfy { $0.isASCII && $0.isUppercase } && ["AM", "FM"].contains(parts[1])
  }
}

extension RehearsedPing {
  fileprivate var isAudio: Bool { self["rt"] == "audio" }
}
