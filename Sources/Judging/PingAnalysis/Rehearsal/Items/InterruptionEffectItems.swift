import Playback

extension RehearsalItem {
  static let interruptionEffects: [RehearsalItem] = [
    RehearsalItem(
      "offline-queued",
      "Pings made without a network arrive later",
      expected:
        "pings made without a network have c62 after c61, and one has retry,1 or more in sdd; no segment is missing",
      source: "\(Documents.guide); \(Documents.pingFields)",
      remedy: "Do not destroy the SDK instance when the network is lost.",
      record:
        "Cut the network for six minutes, note it with --actions, and record for two "
        + "minutes more.",
      lints: ["queued-shows-retry"]
    ) { capture, evidence in
      let isOurs = capture.pings.contains { $0["c16"].hasPrefix("ox") }
      for gap in capture.interruptions(.offline) where gap.end.isFinite {
        guard capture.horizon >= gap.end + 60 else { continue }
        let made = capture.ordered.filter {
          !$0.isLookup && $0.madeAt > gap.start + 5 && $0.madeAt < gap.end - 5
        }
        // id3tap's engine also lists pings that were never sent.
        let sent = made.filter {
          $0.arrivedAt != nil || !isOurs || $0.number("c61") != $0.number("c62")
        }
        for ping in sent {
          guard let created = ping.number("c61"), let time = ping.number("c62") else { continue }
          evidence.take(time > created, [ping], "c61=\(created), c62=\(time)")
        }
        // Only the first ping of a queue is retried; later pings wait for it.
        let tries = sent.compactMap(\.retries)
        if !tries.isEmpty, !tries.contains(where: { $0 >= 1 }) {
          evidence.contradict(sent, "no such ping has retry,1 or more in sdd")
        }
        for (one, other) in capture.neighborsInSegments
        where one.madeAt <= gap.end && other.madeAt >= gap.start {
          let step = (other.credit?.number ?? 0) - (one.credit?.number ?? 0)
          let isSeek = capture.hasAction([.seek], from: one.madeAt - 5, to: other.madeAt + 5)
          guard step > 1, !isSeek, other.madeAt - one.madeAt >= Double(step - 1) * 100 else {
            continue
          }
          evidence.contradict([one, other], "cr=\(one["cr"]), then cr=\(other["cr"])")
        }
      }
    },
    RehearsalItem(
      "channel-change-closes",
      "A change of channel ends the old viewing first",
      expected: "davty=2 or c27=300 within 5 s and, for DCR, before the next view",
      source: "W: Digital Measurement FAQ; \(Documents.guide)",
      remedy: "Call `stop` and `end` for the old channel, then `play`, `loadMetadata` for the new.",
      record: "Change the channel after two minutes, and note it with --actions."
    ) { capture, evidence in
      for change in capture.actions(.channel) {
        let groups =
          capture.viewings.map { ($0.content.filter(\.isTimer), $0.content, $0.id) }
          + capture.cidSessions.map { ($0.durations, $0.pings, $0.cid) }
        for (timers, pings, name) in groups {
          // The content that was playing has its last timer at or after the change.
          guard let first = pings.first, first.isSender, first.madeAt < change.time - 5,
            let last = timers.last,
            last.madeAt >= change.time - 5, last.creditedSeconds > 0
          else { continue }
          let isFull = last.creditedSeconds == 300 && last.madeAt <= change.time + 5
          let next = capture.pings.first {
            $0.isView && $0.isContent == first.isContent && $0.isDTVR == first.isDTVR
              && $0.madeAt >= change.time - 1 && $0["c59"] != first["c59"]
          }
          let isBefore = next.map { last.index < $0.index || last.retries ?? 0 > 0 } ?? true
          let holds =
            (last["davty"] == "2" || isFull) && last.madeAt <= change.time + 5
            && (isBefore || first.isDTVR)
          evidence.take(
            holds,
            [last],
            "\(name): last davty=\(last["davty"]) \(Int(last.madeAt - change.time)) s after the change"
              + (isBefore || first.isDTVR ? "" : ", after the next view")
          )
        }
      }
    },
    RehearsalItem(
      "kill-new-session",
      "Each launch starts a new app session",
      expected:
        "after the launch, a new sessionId that begins with prd=session; before, at most one unfinished viewing",
      source: "W: DTVR Pre-Certification Checklist; id3tap's inference",
      basis: .ours,
      remedy: "Create the instance at launch; call `stop` when the app is about to terminate.",
      record: "Kill the app while it plays, launch it again, and note both with --actions."
    ) { capture, evidence in
      for launch in capture.actions(.launch) {
        let end = capture.actions(.kill).last { $0.time <= launch.time }
        let sessions = capture.appSessions
        let before = Set(
          sessions.filter { session in
            session.pings.contains { $0.madeAt < (end?.time ?? launch.time) }
          }.map(\.id)
        )
        let after = capture.pings.filter {
          $0.madeAt > launch.time + 1 && !$0["sessionId"].isEmpty && !$0.isRecovered
        }
        guard end != nil, !before.isEmpty, let next = after.first else { continue }
        if before.contains(next["sessionId"]) {
          evidence.contradict([next], "sessionId=\(next["sessionId"]) before and after")
          continue
        }
        let first = capture.pings.first { $0["sessionId"] == next["sessionId"] }
        if let first {
          evidence.take(
            first.isSession,
            [first],
            first.isSession ? "prd=session with a new sessionId" : "first cr=\(first["cr"])"
          )
        }
        let open = capture.viewings.filter { viewing in
          before.contains(viewing.sessionID)
            && !(viewing.content.last.map { $0["davty"] == "2" || $0.creditedSeconds == 300 }
              ?? true)
        }
        if open.count > 1 {
          evidence.contradict(open.flatMap(\.pings), "\(open.count) viewings without davty=2")
        }
      }
    },
    RehearsalItem(
      "interruptions-covered",
      "Every kind of interruption was tried",
      expected: "all nine kinds were tried, and their items passed",
      source: Documents.guide,
      remedy:
        "Try pause, network loss, call, alarm, buffering, lock, background, channel "
        + "change, headphones; correct the items that failed.",
      record: "Try all nine kinds, and note them with --actions."
    ) { capture, evidence in
      guard capture.actions != nil else { return }
      let missing = kinds.filter { capture.actions($0.0).isEmpty }.map(\.1)
      guard missing.isEmpty else {
        evidence.record = "Also try: \(missing.joined(separator: ", "))."
        return
      }
      var shown: Set<Int> = []
      var (failed, open): ([String], [String]) = ([], [])
      for item in all where partsOfCovered.contains(item.id) {
        let own = item.judge(capture)
        // Content without tags sends no ping when it stops.
        guard own.status == .failed || item.id != "stop-on-interruption" else { continue }
        shown.formUnion(own.pings)
        if own.status == .failed { failed.append(item.id) }
        if own.status == .notAssessed { open.append(item.id) }
      }
      let pings = capture.pings.filter { shown.contains($0.index) }
      if !failed.isEmpty {
        evidence.contradict(pings, "failed: \(failed.joined(separator: ", "))")
      } else if !open.isEmpty {
        evidence.record = "The capture does not show: \(open.joined(separator: ", "))."
      } else {
        evidence.show(pings, "all nine kinds")
      }
    },
  ]

  private static let partsOfCovered: Set = [
    "pause-not-counted", "background-not-counted", "buffer-not-counted", "stop-on-interruption",
    "resume-credits", "offline-queued", "channel-change-closes",
  ]

  /// The kinds of interruption in the guide, with the guide's words.
  private static let kinds: [(ViewerAction.Name, String)] = [
    (.pause, "pause"), (.offline, "network loss"), (.call, "call"), (.alarm, "alarm"),
    (.buffer, "buffering"), (.lock, "lock"), (.background, "background"),
    (.channel, "channel change"), (.headphones, "headphones"),
  ]
}

extension RehearsedPing {
  var retries: Int? { ping.retries }

  /// Whether the ping may come from an app session that was killed.
  var isRecovered: Bool {
    self["crs"] == "1" || self["sdd"].contains("recovered") || retries ?? 0 > 0
  }
}

extension RehearsalCase {
  /// Consecutive content timers of viewings that are not live, and consecutive durations of CID sessions.
  fileprivate var neighborsInSegments: [(RehearsedPing, RehearsedPing)] {
    let lists =
      viewings.map { $0.content.filter { $0.isTimer && $0["c58"] != "true" } }
      + cidSessions.map(\.durations)
    return lists.flatMap { zip($0, $0.dropFirst()) }
  }
}
