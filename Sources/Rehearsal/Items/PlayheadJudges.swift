/// Judges the playheads that the app passed.
enum PlayheadJudges {
  static func notFaster(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("c27 is at most c61 − c64 + 2")
    for span in capture.timerSpans {
      verdict.take(span.credited <= span.length + 2, [span.ping], span.text)
    }
    return verdict.outcome()
  }

  static func eachSecond(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("the sum of c27 is at least 95 % of the time that was played")
    let pauses = capture.pauses
    var isUnknown = false
    let contentSpans = Dictionary(grouping: capture.timerSpans.filter(\.ping.isContent)) {
      $0.ping["c59"]
    }
    for viewing in capture.viewings {
      let spans = contentSpans[viewing.id] ?? []
      let ads = viewing.ads.filter(\.isTimer)
      var played = 0.0
      for span in spans {
        let inAds = ads.reduce(0.0) { sum, ad in
          let start = ad.spanStart ?? ad.madeAt - Double(ad.creditedSeconds)
          return sum + span.overlap(from: start, to: ad.madeAt)
        }
        let inPauses = pauses.reduce(0.0) { $0 + $1.overlap(from: span.start, to: span.end) }
        played += max(0, span.length - inAds - inPauses)
      }
      let credited = spans.reduce(0.0) { $0 + $1.credited }
      guard played >= 300 else { continue }
      if credited < played * 0.95, capture.actions == nil {
        isUnknown = true
        continue
      }
      let pings = spans.map(\.ping)
      let text = "\(Int(credited)) s credited of \(Int(played)) s"
      verdict.take(credited >= played * 0.95, pings, text)
    }
    // A pause may explain what is missing of one viewing.
    if isUnknown, !verdict.isContradicted {
      return .notAssessed(record: "Note all pauses and buffering with --actions.")
    }
    return verdict.outcome()
  }

  static func unit(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("(segment − 1) × 300 is less than sd + 300; segment below 1000")
    for ping in capture.ordered where ping.isContent && ping["c58"] != "true" && ping.isTimer {
      guard let length = ping.number("sd"), (1...86_399).contains(length),
        let segment = ping.credit?.number
      else { continue }
      let holds = Int64(segment - 1) * 300 < length + 300 && segment < 1000
      verdict.take(holds, [ping], "cr=\(ping["cr"]), sd=\(length)")
    }
    return verdict.outcome()
  }

  static func live(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("a timer within 5 s of the seek, and another after it")
    let spans = capture.timerSpans.filter { $0.ping.isContent && $0.ping["c58"] == "true" }
    for seek in capture.actions(.seek) {
      let across = spans.filter { $0.start < seek.at - 5 && $0.end > seek.at + 5 }
      if !across.isEmpty {
        verdict.contradict(across.map(\.ping), "\(across[0].text), across \(Int(seek.at))")
      }
      let before = spans.filter { abs($0.end - seek.at) <= 5 }
      let after = spans.filter { $0.end > seek.at + 5 && $0.credited > 0 }
      guard let closed = before.last else { continue }
      if let next = after.first {
        verdict.show([closed.ping, next.ping], next.text)
      } else if capture.horizon >= seek.at + 330 {
        verdict.contradict([closed.ping], "nothing is credited after \(Int(seek.at))")
      }
    }
    return verdict.outcome()
  }
}
