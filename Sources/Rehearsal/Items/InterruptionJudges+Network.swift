extension InterruptionJudges {
  static func offline(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict(
      "pings of that time have c62 after c61, and sdd has retry,1 or more; no hole"
    )
    let isOurs = capture.pings.contains { $0["c16"].hasPrefix("ox") }
    for gap in capture.interruptions(.offline) where gap.end.isFinite {
      guard capture.horizon >= gap.end + 60 else { continue }
      let made = capture.ordered.filter {
        !$0.isLookup && $0.madeAt > gap.start + 5 && $0.madeAt < gap.end - 5
      }
      // A list of what our engine made says nothing of how it was sent.
      let sent = made.filter {
        $0.arrivedAt != nil || !isOurs || $0.number("c61") != $0.number("c62")
      }
      for ping in sent {
        guard let created = ping.number("c61"), let time = ping.number("c62") else { continue }
        verdict.take(time > created, [ping], "c61=\(created), c62=\(time)")
      }
      // The first of a queue is tried again, the others wait after it.
      let tries = sent.compactMap(\.retries)
      if !tries.isEmpty, !tries.contains(where: { $0 >= 1 }) {
        verdict.contradict(sent, "sdd=retry,0 in all of them")
      }
      for (one, other) in capture.neighborsInSegments
      where one.madeAt <= gap.end && other.madeAt >= gap.start {
        let step = (other.credit?.number ?? 0) - (one.credit?.number ?? 0)
        let isSeek = capture.hasAction([.seek], from: one.madeAt - 5, to: other.madeAt + 5)
        guard step > 1, !isSeek, other.madeAt - one.madeAt >= Double(step - 1) * 100 else {
          continue
        }
        verdict.contradict([one, other], "cr=\(one["cr"]), then cr=\(other["cr"])")
      }
    }
    return verdict.outcome()
  }

  static func channelChange(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("davty=2 within 5 s, before the first ping of the next viewing")
    for change in capture.actions(.channel) {
      let groups =
        capture.viewings.map { ($0.content.filter(\.isTimer), $0.content, $0.id) }
        + capture.cidSessions.map { ($0.durations, $0.pings, $0.cid) }
      for (timers, pings, name) in groups {
        // The content that was being viewed: its last timer is at the change, or after it.
        guard let first = pings.first, first.isSender, first.madeAt < change.at - 5,
          let last = timers.last,
          last.madeAt >= change.at - 5, last.creditedSeconds > 0
        else { continue }
        let isFull = last.creditedSeconds == 300 && last.madeAt <= change.at + 5
        let next = capture.pings.first {
          $0.isView && $0.isContent == first.isContent && $0.isDTVR == first.isDTVR
            && $0.madeAt >= change.at - 1 && $0["c59"] != first["c59"]
        }
        let isBefore = next.map { last.index < $0.index || last.retries ?? 0 > 0 } ?? true
        let holds =
          (last["davty"] == "2" || isFull) && last.madeAt <= change.at + 5
          && (isBefore || first.isDTVR)
        verdict.take(
          holds,
          [last],
          "\(name): last davty=\(last["davty"]) \(Int(last.madeAt - change.at)) s after the change"
            + (isBefore || first.isDTVR ? "" : ", after the next view")
        )
      }
    }
    return verdict.outcome()
  }

  static func kill(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("after the launch another sessionId, whose first ping is prd=session")
    for launch in capture.actions(.launch) {
      let end = capture.actions(.kill).last { $0.at <= launch.at }
      let sessions = capture.appSessions
      let before = Set(
        sessions.filter { session in
          session.pings.contains { $0.madeAt < (end?.at ?? launch.at) }
        }.map(\.id)
      )
      let after = capture.pings.filter {
        $0.madeAt > launch.at + 1 && !$0["sessionId"].isEmpty && !$0.isRecovered
      }
      guard end != nil, !before.isEmpty, let next = after.first else { continue }
      if before.contains(next["sessionId"]) {
        verdict.contradict([next], "sessionId=\(next["sessionId"]) before and after")
        continue
      }
      let first = capture.pings.first { $0["sessionId"] == next["sessionId"] }
      if let first {
        verdict.take(
          first.isSession,
          [first],
          first.isSession ? "prd=session of another sessionId" : "first cr=\(first["cr"])"
        )
      }
      let open = capture.viewings.filter { viewing in
        before.contains(viewing.sessionID)
          && !(viewing.content.last.map { $0["davty"] == "2" || $0.creditedSeconds == 300 } ?? true)
      }
      if open.count > 1 {
        verdict.contradict(open.flatMap(\.pings), "\(open.count) viewings without davty=2")
      }
    }
    return verdict.outcome()
  }

  /// The kinds that the guide names, and how it calls them.
  private static let kinds: [(TesterAction.Name, String)] = [
    (.pause, "pause"), (.offline, "network loss"), (.call, "call"), (.alarm, "alarm"),
    (.buffer, "buffering"), (.lock, "lock"), (.background, "background"),
    (.channel, "channel change"), (.headphones, "headphones"),
  ]

  static func covered(_ capture: RehearsalCase) -> RehearsalOutcome {
    guard capture.actions != nil else { return .notAssessed }
    let missing = kinds.filter { capture.actions($0.0).isEmpty }.map(\.1)
    guard missing.isEmpty else {
      return .notAssessed(record: "Exercise also: \(missing.joined(separator: ", ")).")
    }
    let judges: [(String, @Sendable (RehearsalCase) -> RehearsalOutcome)] = [
      ("pause-not-counted", pauseNotCounted), ("background-not-counted", backgroundNotCounted),
      ("buffer-not-counted", bufferNotCounted), ("resume-credits", resume),
      ("offline-queued", offline), ("channel-change-closes", channelChange),
    ]
    var shown: Set<Int> = []
    var failed: [String] = []
    var open: [String] = []
    // Plain content shows nothing at a stop.
    if case .failed(let evidence, _, _) = stop(capture) {
      shown.formUnion(evidence)
      failed.append("stop-on-interruption")
    }
    for (id, judge) in judges {
      switch judge(capture) {
      case .passed(let evidence, _, _): shown.formUnion(evidence)
      case .failed(let evidence, _, _):
        shown.formUnion(evidence)
        failed.append(id)
      case .notAssessed: open.append(id)
      }
    }
    let expected = "all nine kinds, and the items of each passed"
    guard failed.isEmpty else {
      let seen = "failed: \(failed.joined(separator: ", "))"
      return .failed(evidence: shown.sorted(), expected: expected, seen: seen)
    }
    guard open.isEmpty else {
      return .notAssessed(record: "The capture does not show: \(open.joined(separator: ", ")).")
    }
    return .passed(evidence: shown.sorted(), expected: expected, seen: "all nine kinds")
  }
}

extension RehearsedPing {
  /// The number of tries before this one, `sdd`; nil where it says nothing.
  var retries: Int? {
    let parts = self["sdd"].components(of: "~~")
    return parts.first { $0.hasPrefix("retry,") }.flatMap { Int($0.dropFirst(6)) }
  }

  /// Whether it is of an app session that was killed.
  var isRecovered: Bool {
    self["crs"] == "1" || self["sdd"].contains("recovered") || retries ?? 0 > 0
  }
}

extension String {
  fileprivate func components(of separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}

extension RehearsalCase {
  /// Timers of content, and durations, that follow one another in a viewing or CID session.
  fileprivate var neighborsInSegments: [(RehearsedPing, RehearsedPing)] {
    let lists =
      viewings.map { $0.content.filter { $0.isTimer && $0["c58"] != "true" } }
      + cidSessions.map(\.durations)
    return lists.flatMap { zip($0, $0.dropFirst()) }
  }
}
