extension RehearsalItem {
  static let playheads: [RehearsalItem] = [
    RehearsalItem(
      "playhead-not-faster",
      "No more seconds are credited than elapsed",
      expected: "c27 is at most c61 − c64 + 2",
      source: "\(Documents.guide); \(Documents.pingFields)",
      remedy: "Call `playheadPosition` once per second, from one timer.",
      record: "Play content for six minutes."
    ) { capture, evidence in
      for span in capture.timerSpans {
        evidence.take(span.credited <= span.length + 2, [span.ping], span.text)
      }
    },
    RehearsalItem(
      "playhead-each-second",
      "Nearly every second played is credited",
      expected: "the sum of c27 is at least 95 % of the played time",
      source: "\(Documents.guide); \(Documents.api); 95 %: id3tap's inference",
      remedy: "Pass every whole second; steps above 2 s count as seeks.",
      record:
        "Play for six minutes without a pause, or note all pauses and buffering with "
        + "--actions."
    ) { capture, evidence in
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
          let inPauses = pauses.seconds(in: span)
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
        evidence.take(credited >= played * 0.95, pings, text)
      }
      // Pauses that were not noted may explain the missing seconds.
      if isUnknown { evidence.record = "Note all pauses and buffering with --actions." }
    },
    RehearsalItem(
      "playhead-unit",
      "Playheads are in seconds",
      expected: "(segment − 1) × 300 is less than sd + 300; segment below 1000",
      source: "\(Documents.guide); id3tap's inference",
      basis: .ours,
      remedy: "Pass seconds, not milliseconds; wall-clock seconds only for live.",
      record: "Play on-demand content with a `length` for six minutes."
    ) { capture, evidence in
      for ping in capture.ordered where ping.isContent && ping["c58"] != "true" && ping.isTimer {
        guard let length = ping.number("sd"), (1...86_399).contains(length),
          let segment = ping.credit?.number
        else { continue }
        let holds = Int64(segment - 1) * 300 < length + 300 && segment < 1000
        evidence.take(holds, [ping], "cr=\(ping["cr"]), sd=\(length)")
      }
    },
    RehearsalItem(
      "playhead-live",
      "A seek in a live stream closes the segment, and crediting continues",
      expected: "a timer within 5 s of the seek, and another after it",
      source: Documents.guide,
      remedy: "Pass the Unix time of the picture shown, not the current time.",
      record: "Seek back in a live stream, note it with --actions, then play for five minutes."
    ) { capture, evidence in
      let spans = capture.timerSpans.filter { $0.ping.isContent && $0.ping["c58"] == "true" }
      for seek in capture.actions(.seek) {
        let across = spans.filter { $0.start < seek.time - 5 && $0.end > seek.time + 5 }
        if !across.isEmpty {
          evidence.contradict(across.map(\.ping), "\(across[0].text), across \(Int(seek.time))")
        }
        let before = spans.filter { abs($0.end - seek.time) <= 5 }
        let after = spans.filter { $0.end > seek.time + 5 && $0.credited > 0 }
        guard let closed = before.last else { continue }
        if let next = after.first {
          evidence.show([closed.ping, next.ping], next.text)
        } else if capture.horizon >= seek.time + 330 {
          evidence.contradict([closed.ping], "nothing is credited after \(Int(seek.time))")
        }
      }
    },
  ]
}
