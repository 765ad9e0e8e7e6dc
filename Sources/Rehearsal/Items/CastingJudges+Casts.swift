extension CastingJudges {
  /// A time in which the sender cast.
  private struct Cast {
    let start: Double
    let end: Double
  }

  private static func casts(_ capture: RehearsalCase) -> [Cast] {
    let actions = capture.actions ?? []
    return actions.indices.compactMap { index in
      let action = actions[index]
      guard action.name == .cast, action.value != "0" else { return nil }
      let end = actions[(index + 1)...].first {
        $0.name == .cast && $0.value == "0" || [.resume, .launch, .end].contains($0.name)
      }
      return Cast(start: action.at, end: end?.at ?? .infinity)
    }
  }

  static func senderEnds(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("davty=2 in the last timer, within 5 s of the cast")
    for cast in casts(capture) {
      let playing = capture.viewings.last { viewing in
        viewing.pings.contains(where: \.isSender)
          && (viewing.content.first?.madeAt ?? .infinity) < cast.start
      }
      guard let timers = playing?.content.filter(\.isTimer), let last = timers.last,
        last.madeAt >= cast.start - 330,
        !(last["davty"] == "2" && last.madeAt < cast.start - 5)
      else { continue }
      // A timer of an earlier five minutes: the rest may come after the capture.
      guard last.madeAt >= cast.start - 5 || capture.horizon >= cast.start + 330 else { continue }
      let holds = last["davty"] == "2" && abs(last.madeAt - cast.start) <= 5
      verdict.take(
        holds,
        [last],
        "davty=\(last["davty"]), \(Int(last.madeAt - cast.start)) s after the cast began"
      )
    }
    return verdict.outcome()
  }

  static func senderSilent(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("no dcr or dtvr ping of the sender is made in the cast, nor spans it")
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
      verdict.take(
        wrong.isEmpty,
        wrong.isEmpty ? before : wrong,
        wrong.isEmpty
          ? "none from \(Int(cast.start)) on" : "cr=\(wrong[0]["cr"]), c61=\(wrong[0]["c61"])"
      )
    }
    return verdict.outcome()
  }

  static func receiverIDs(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict(
      "c9 of the receiver is that of the sender, or blank where both are out"
    )
    let senders = capture.ordered.filter {
      $0.isSender && ($0.isContent || $0.isDTVR || $0.isSession)
    }
    let known = Set(senders.filter { !$0.isOptedOut }.map { $0["c9"] }).subtracting([""])
    var latest = senders.first
    for ping in capture.ordered {
      if ping.isSender, ping.isContent || ping.isDTVR || ping.isSession { latest = ping }
      guard ping.isReceiver, let sender = latest else { continue }
      if sender.isOptedOut {
        verdict.take(
          ping.isOptedOut && ping["c9"].isEmpty,
          [ping],
          "sender out; receiver uoo=\(ping["uoo"]), c9=\(ping["c9"])"
        )
      } else if !known.isEmpty {
        verdict.take(
          known.contains(ping["c9"]),
          [ping],
          "sender c9=\(sender["c9"]), receiver c9=\(ping["c9"])"
        )
      }
    }
    return verdict.outcome()
  }

  static func senderReturns(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("the first content ping is a view of another c59 without c71")
    for cast in casts(capture) where cast.end.isFinite {
      let content = capture.ordered.filter { $0.isSender && $0.isContent }
      let before = Set(content.filter { $0.madeAt < cast.start }.map { $0["c59"] })
      guard !before.isEmpty, let next = content.first(where: { $0.madeAt >= cast.end - 1 }) else {
        continue
      }
      let isNew = !before.contains(next["c59"])
      verdict.take(
        isNew && next.isView && next["c71"] != "1",
        [next],
        "cr=\(next["cr"]), \(isNew ? "another" : "the same") c59, c71=\(next["c71"])"
      )
    }
    return verdict.outcome()
  }
}
