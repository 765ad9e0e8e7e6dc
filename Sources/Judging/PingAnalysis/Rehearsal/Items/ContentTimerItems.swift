import Playback

extension RehearsalItem {
  static let contentTimers: [RehearsalItem] = [
    RehearsalItem(
      "content-full-segment",
      "300 s of uninterrupted viewing make a timer of 300 credited seconds",
      expected: "300 s of viewing: c27=300 and the pattern 11111 in cr",
      source: Documents.all(Documents.dcrChecklist, Documents.pingFields),
      remedy: "Pass one playhead every second for all five minutes.",
      record: "Play the content for 6 minutes from its start, without a pause, seek or ad."
    ) { capture, evidence in
      let timers = capture.viewings.flatMap { viewing in
        viewing.content.filter { isFiveMinutes($0, of: viewing, in: capture) }
      }
      evidence.every(
        timers,
        seen: { $0.shown("ai", "c27", "cr", "c64", "c61") }
      ) { $0.creditedSeconds == 300 && $0.credit?.pattern == "11111" }
    },
    RehearsalItem(
      "content-segments-in-order",
      "The segment numbers of a viewing rise by 1, except after a seek",
      expected: "the number after D in cr stays or rises by 1 in a recording, except after a seek",
      source: Documents.all(Documents.engine, Documents.ours),
      basis: .ours,
      remedy: "Report the playhead every second. Do not skip or reset it without a seek.",
      record: "Play 11 minutes of a recorded asset, and pass --actions with the seeks."
    ) { capture, evidence in
      for (earlier, later, credited) in capture.viewings.flatMap(\.timerPairs) {
        let step = SegmentStep(from: earlier, to: later, credited: credited)
        if step == .needsSeek, capture.actions == nil { continue }
        let start = min(earlier.madeAt, later.spanStart ?? earlier.madeAt)
        if step == .regular
          || step == .needsSeek && capture.tookAction([.seek], from: start, to: later.madeAt)
        {
          evidence.show([earlier, later], "the numbers are in order, apart from seeks")
        } else {
          evidence.contradict(
            [earlier, later],
            earlier.shown("cr", "c61") + ", then " + later.shown("cr", "c64", "c61")
          )
        }
      }
    },
    RehearsalItem(
      "content-end-marked",
      "The last content timer of an ended viewing has davty=2",
      expected:
        "last content timer of an ended viewing: davty=2, or c27=300, or crs=1 after a kill",
      source: Documents.all(Documents.guide, Documents.api, Documents.pingFields),
      remedy: "Call end when the content finishes or other content starts.",
      record: "Leave the content before the recording ends, and start other content."
    ) { capture, evidence in
      let lasts = capture.viewings.compactMap { viewing -> RehearsedPing? in
        guard viewing.isEnded, let last = viewing.content.last(where: \.isTimer),
          !isClosedByOptIn(last, in: capture)
        else { return nil }
        return last["davty"] != "2" && mayBeKilled(last, in: capture) ? nil : last
      }
      evidence.every(
        lasts,
        seen: { $0.shown("ai", "cr", "c27", "davty") }
      ) { $0["davty"] == "2" || $0.creditedSeconds == 300 || $0["crs"] == "1" }
    },
    RehearsalItem(
      "content-nothing-after-end",
      "No content ping of a viewing follows its timer with davty=2",
      expected: "after a timer with davty=2, no content ping has the same c59",
      source: Documents.api,
      remedy: "Stop the playhead timer before you call end.",
      record: "Play one asset for 6 minutes, then leave it."
    ) { capture, evidence in
      for viewing in capture.viewings where viewing.isEnded {
        let content = viewing.content.withoutRepeats
        guard let place = content.firstIndex(where: { $0.isTimer && $0["davty"] == "2" }) else {
          continue
        }
        for late in content[(place + 1)...] {
          evidence.contradict([late], "after the end: " + late.shown("c59", "cr", "c61", "davty"))
        }
        if capture.isSufficient(ended: true) {
          evidence.show([content[place]], "nothing after the end")
        }
      }
    },
  ]

  /// Whether a timer spans five minutes without an interruption.
  private static func isFiveMinutes(
    _ timer: RehearsedPing,
    of viewing: CapturedViewing,
    in capture: RehearsalCase
  ) -> Bool {
    guard timer.isTimer, let start = timer.spanStart else { return false }
    guard abs(timer.madeAt - start - 300) <= 2,
      viewing.adSeconds(from: start, to: timer.madeAt) == 0
    else { return false }
    // The end of content or a seek ends a segment a few seconds early.
    let isClosedEarly = timer.creditedSeconds >= 298 && timer.creditedSeconds != 300
    guard !isClosedEarly, timer["davty"] != "2" || timer.creditedSeconds == 300 else {
      return false
    }
    return !(capture.actions ?? []).contains {
      Set<ViewerAction.Name>.interruptions.contains($0.name) && $0.time > start
        && $0.time < timer.madeAt
    }
  }

  /// Whether the timer was sent because the user opted in again. The SDK then sends the opted-out segment immediately,
  /// and has nothing left to send if the app ends the viewing.
  private static func isClosedByOptIn(_ timer: RehearsedPing, in capture: RehearsalCase) -> Bool {
    guard timer.isOptedOut else { return false }
    if capture.actions(.optOut).contains(where: {
      $0.isBack && abs($0.time - timer.madeAt) <= 5
    }) {
      return true
    }
    guard capture.actions == nil else { return false }
    let next = capture.ordered.following(timer)
      .first { $0["sessionId"] == timer["sessionId"] && $0.hasOptOut }
    return next.map { !$0.isOptedOut } ?? false
  }

  /// Whether the app may have been killed: another app session follows and, if actions are known, they contain a kill.
  private static func mayBeKilled(_ timer: RehearsedPing, in capture: RehearsalCase) -> Bool {
    let next = capture.ordered.following(timer)
      .first { $0["c59"] != timer["c59"] || $0["sessionId"] != timer["sessionId"] }
    guard let next, next["sessionId"] != timer["sessionId"] else { return false }
    return capture.actions == nil
      || capture.actions(.kill).contains { $0.time >= timer.spanStart ?? timer.madeAt }
  }
}

extension CapturedViewing {
  /// Each content timer of a recorded asset, the asset's next timer, and the seconds credited so far for the segment of
  /// that next timer.
  var timerPairs: [(RehearsedPing, RehearsedPing, Int64)] {
    var pairs: [(RehearsedPing, RehearsedPing, Int64)] = []
    var last: [String: RehearsedPing] = [:]
    var credited: [String: [Int: Int64]] = [:]
    for timer in content.withoutRepeats where timer.isTimer && !timer.isLive {
      guard let number = timer.credit?.number else { continue }
      let asset = timer["ai"]
      // After a seek, a segment may be played again.
      if let earlier = last[asset]?.credit?.number, earlier != number {
        credited[asset]?[number] = 0
      }
      credited[asset, default: [:]][number, default: 0] += timer.creditedSeconds
      if let earlier = last[asset] {
        pairs.append((earlier, timer, credited[asset]?[number] ?? 0))
      }
      last[asset] = timer
    }
    return pairs
  }
}

/// The relation between a content timer and the next timer of the same asset.
enum SegmentStep {
  /// The next timer has the next segment number or, within the length of a segment, the same number; or a number is
  /// unknown.
  case regular
  /// The step is possible only with a seek.
  case needsSeek
  /// The step is impossible even with a seek: a timer is missing, or seconds were reported twice.
  case wrong

  /// The maximum difference between times or sums that count as equal, in seconds.
  private static let tolerance = 2.0
  private static let segmentSeconds = 300.0

  /// - Parameters:
  ///   - earlier: A content timer.
  ///   - later: The next content timer of the same asset.
  ///   - credited: The seconds credited so far for the segment of `later`.
  init(from earlier: RehearsedPing, to later: RehearsedPing, credited: Int64) {
    guard let old = earlier.credit?.number, let new = later.credit?.number else {
      self = .regular
      return
    }
    let start = later.spanStart ?? later.madeAt
    let fits = Double(credited) <= Self.segmentSeconds + Self.tolerance
    if new == old + 1 || new == old && fits {
      self = .regular
    } else if start < earlier.madeAt - Self.tolerance {
      self = .wrong
    } else if new > old + 1 {
      // The segments between the timers had time to be played, so their timers are missing.
      let isFull = Double(earlier.creditedSeconds) >= Self.segmentSeconds - Self.tolerance
      let missing = Double(new - old - 1) * (Self.segmentSeconds - Self.tolerance)
      self = isFull && start - earlier.madeAt >= missing ? .wrong : .needsSeek
    } else {
      self = .needsSeek
    }
  }
}

extension CapturedViewing {
  /// The first view outside this viewing, or the first session ping, after `view`. Nil if none follows.
  func next(after view: RehearsedPing, in capture: RehearsalCase) -> RehearsedPing? {
    capture.ordered.following(view).first {
      ($0.isView || $0.isSession) && $0["c59"] != id
    }
  }

  /// The credited ad seconds between two times in Unix seconds.
  func adSeconds(from start: Double, to end: Double) -> Double {
    adRuns.reduce(0) { sum, run in
      guard let first = run.pings.first, let last = run.timers.last else { return sum }
      let begin = run.view?.madeAt ?? first.spanStart ?? first.madeAt
      let overlap = min(last.madeAt, end) - max(begin, start)
      return sum + min(max(overlap, 0), Double(run.creditedSeconds))
    }
  }
}

extension CapturedAdRun {
  var creditedSeconds: Int64 { timers.creditedSeconds }
}
