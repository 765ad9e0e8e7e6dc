extension RehearsalItem {
  static let casts: [RehearsalItem] = [
    RehearsalItem(
      "cast-sender-ends",
      "The sender ends its viewing when it casts",
      expected: "davty=2 in the last timer, within 5 s of the cast",
      source: Documents.casting,
      remedy: "Call `end` before casting starts.",
      record: "Cast while content plays, and note it with --actions."
    ) { capture, evidence in
      for cast in casts(capture) {
        let playing = capture.viewings.last { viewing in
          viewing.pings.contains(where: \.isSender)
            && (viewing.content.first?.madeAt ?? .infinity) < cast.start
        }
        guard let timers = playing?.content.filter(\.isTimer), let last = timers.last,
          last.madeAt >= cast.start - 330,
          !(last["davty"] == "2" && last.madeAt < cast.start - 5)
        else { continue }
        // An early last timer is conclusive only if the capture would contain the next one.
        guard last.madeAt >= cast.start - 5 || capture.horizon >= cast.start + 330 else { continue }
        let holds = last["davty"] == "2" && abs(last.madeAt - cast.start) <= 5
        evidence.take(
          holds,
          [last],
          "davty=\(last["davty"]), \(Int(last.madeAt - cast.start)) s after the cast began"
        )
      }
    },
    RehearsalItem(
      "cast-sender-silent",
      "The sender reports nothing while it casts",
      expected: "no dcr or dtvr ping of the sender is made during the cast or spans it",
      source: Documents.casting,
      remedy: "Make no Nielsen call in the sender while it casts.",
      record: "Cast for two minutes, and note it with --actions."
    ) { capture, evidence in
      for cast in casts(capture) {
        guard min(cast.end, capture.horizon) >= cast.start + 60 else { continue }
        let made = capture.ordered.filter {
          $0.isSender && ($0.isContent || $0.isAd || $0.isDTVR)
        }
        let spans = capture.viewingSpans.filter {
          $0.ping.isSender && $0.overlap(from: cast.start + 5, to: cast.end - 1) > 2
            && $0.credited > 0 && $0.end < cast.end + 330
        }
        let inside = made.filter { $0.madeAt > cast.start + 5 && $0.madeAt < cast.end - 1 }
        let before = made.filter { $0.madeAt <= cast.start + 5 }
        guard !before.isEmpty else { continue }
        let wrong = inside + spans.map(\.ping)
        evidence.take(
          wrong.isEmpty,
          wrong.isEmpty ? before : wrong,
          wrong.isEmpty
            ? "none after \(Int(cast.start))" : "cr=\(wrong[0]["cr"]), c61=\(wrong[0]["c61"])"
        )
      }
    },
    RehearsalItem(
      "cast-receiver-ids",
      "The receiver has the ids and the opt-out choice of the sender",
      expected: "the receiver has the sender's c9, or a blank c9 if both are opted out",
      source: Documents.casting,
      remedy: "Relay `demographicId` and `optOutStatus` in the cast metadata.",
      record: "Record the sender and the receiver in one capture."
    ) { capture, evidence in
      let senders = capture.ordered.filter {
        $0.isSender && ($0.isContent || $0.isDTVR || $0.isSession)
      }
      let known = Set(senders.filter { !$0.isOptedOut }.map { $0["c9"] }).subtracting([""])
      var latest = senders.first
      for ping in capture.ordered {
        if ping.isSender, ping.isContent || ping.isDTVR || ping.isSession { latest = ping }
        guard ping.isReceiver, let sender = latest else { continue }
        if sender.isOptedOut {
          evidence.take(
            ping.isOptedOut && ping["c9"].isEmpty,
            [ping],
            "sender opted out; receiver uoo=\(ping["uoo"]), c9=\(ping["c9"])"
          )
        } else if !known.isEmpty {
          evidence.take(
            known.contains(ping["c9"]),
            [ping],
            "sender c9=\(sender["c9"]), receiver c9=\(ping["c9"])"
          )
        }
      }
    },
    RehearsalItem(
      "cast-sender-returns",
      "After the cast the sender begins a new viewing",
      expected: "the first content ping is a view with a new c59 and without c71",
      source: Documents.casting,
      remedy: "Call `play` and `loadMetadata` when playback returns.",
      record: "Cast, return to the sender, note both with --actions, and continue to play."
    ) { capture, evidence in
      for cast in casts(capture) where cast.end.isFinite {
        let content = capture.ordered.filter { $0.isSender && $0.isContent }
        let before = Set(content.filter { $0.madeAt < cast.start }.map { $0["c59"] })
        guard !before.isEmpty, let next = content.first(where: { $0.madeAt >= cast.end - 1 }) else {
          continue
        }
        let isNew = !before.contains(next["c59"])
        evidence.take(
          isNew && next.isView && next["c71"] != "1",
          [next],
          "cr=\(next["cr"]), \(isNew ? "another" : "the same") c59, c71=\(next["c71"])"
        )
      }
    },
  ]

  /// The periods in which the sender was casting.
  private static func casts(_ capture: RehearsalCase) -> [TesterInterruption] {
    let actions = capture.actions ?? []
    return actions.indices.compactMap { index in
      let action = actions[index]
      guard action.name == .cast, !action.isBack else { return nil }
      let end = actions[(index + 1)...].first {
        $0.name == .cast && $0.isBack || [.resume, .launch, .end].contains($0.name)
      }
      return TesterInterruption(start: action.time, end: end?.time ?? .infinity)
    }
  }
}
