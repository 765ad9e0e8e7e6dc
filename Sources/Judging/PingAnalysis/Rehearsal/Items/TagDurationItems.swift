import Playback

extension RehearsalItem {
  static let tagDurations: [RehearsalItem] = [
    RehearsalItem(
      "dtvr-duration",
      "After the view, a duration follows every five minutes",
      expected: "after V, a D and no S; every c27 is 300 or less; the first segment is 1",
      source: "W: DCR vs DTVR; the specification of id3tap's engine",
      remedy: "Keep passing tags, and playheads when the app uses them.",
      record: "Play a channel for six minutes from the start of the app."
    ) { capture, evidence in
      for session in capture.cidSessions {
        let durations = session.durations
        let long = durations.filter { $0.creditedSeconds > 300 }
        if !long.isEmpty { evidence.contradict(long, "c27=\(long[0].creditedSeconds)") }
        guard let view = session.pings("V").first else { continue }
        let after = session.pings.drop { $0.index != view.index }
        let late = after.filter { $0.credit?.prefix == "S" }
        if !late.isEmpty { evidence.contradict(late, "cr=\(late[0]["cr"]) after the view") }
        if session.hasStart, let first = durations.first, first.credit?.number ?? 1 > 1,
          !capture.mayBeShort(session.pings[0], first)
        {
          evidence.contradict([first], "the first duration is cr=\(first["cr"])")
        }
        let timers = after.filter { $0.credit?.prefix == "D" }
        // If the app was killed, its last duration may be missing.
        let hasEnded = session.isEnded && capture.appSessions.last?.id == session.sessionID
        if timers.isEmpty, hasEnded || capture.reported(session, after: view) >= 330 {
          evidence.contradict([view], "\(session.cid): no D after V")
        }
        guard timers.creditedSeconds >= 300 else { continue }
        evidence.show([view] + timers, "cr=\(timers[0]["cr"]), c27=\(timers[0].creditedSeconds)")
      }
    },
    RehearsalItem(
      "dtvr-segments-in-order",
      "The segments of a CID session are numbered without gaps",
      expected: "the numbers after D and S in cr increase by 1",
      source: "the specification of id3tap's engine",
      basis: .ours,
      remedy: sentence(LikelyCause.lostSegment),
      record: "Play a channel for eleven minutes; note the seeks with --actions."
    ) { capture, evidence in
      for session in capture.cidSessions {
        let durations = session.durations.filter { $0.credit != nil }
        evidence.pairs(durations, seen: { "cr=\($0["cr"]), then cr=\($1["cr"])" }) { one, other in
          let step = (other.credit?.number ?? 0) - (one.credit?.number ?? 0)
          return step > 1 && capture.mayBeShort(one, other) ? nil : step == 1
        }
      }
    },
    RehearsalItem(
      "dtvr-end-marked",
      "The last duration of a viewing is marked as the end",
      expected: "the last duration has davty=2, or c27=300",
      source: "\(Documents.api); \(Documents.pingFields)",
      remedy: "Call `stop` and `end` when the viewer leaves the channel.",
      record: "Leave the channel after six minutes, and note `end` with --actions."
    ) { capture, evidence in
      for session in capture.cidSessions where session.isEnded {
        guard let last = session.durations.last else { continue }
        if last["davty"] == "2" || last.creditedSeconds == 300 {
          evidence.show([last], "cr=\(last["cr"]), davty=\(last["davty"])")
        } else if capture.showsEnd(of: session, at: last) {
          evidence.contradict(
            [last],
            "cr=\(last["cr"]), c27=\(last["c27"]), davty=\(last["davty"])"
          )
        }
      }
    },
    RehearsalItem(
      "raw-each-minute",
      "Tags are reported at least every 90 seconds",
      expected: "at most 90 s between two raw pings of continuous viewing",
      source: "W: DCR vs DTVR (once a minute); 90 s: the specification of id3tap's engine",
      remedy: sentence(LikelyCause.lostTags) + " Do not skip repeated tags or filter by CID.",
      record: "Play a channel for six minutes without a pause."
    ) { capture, evidence in
      let spans = capture.cidSessions.flatMap(\.spans).filter(\.isContinuous)
      for session in capture.appSessions {
        let raws = session.pings.filter(\.isRaw)
        let own = spans.filter { $0.ping["sessionId"] == session.id }
        guard own.reduce(0, { $0 + $1.credited }) >= 180 else { continue }
        evidence.pairs(
          raws,
          seen: { "\(Int($1.madeAt - $0.madeAt)) s without a raw ping" }
        ) { one, other in
          if other.madeAt - one.madeAt <= 90 { return true }
          // Credited time was viewed: a pause would have lengthened the span.
          let isViewed = own.contains { $0.overlap(from: one.madeAt, to: other.madeAt) > 90 }
          return isViewed ? false : nil
        }
      }
    },
  ]
}

extension RehearsedPing {
  /// The time-shift code in the response to a lookup, such as `03` in `{"tsv":"03"}`. Nil if the response has no code.
  var timeShiftCode: String? {
    guard let response, let name = response.firstRange(of: "\"tsv\"") else { return nil }
    let rest = response[name.upperBound...].drop { $0 == ":" || $0.isWhitespace || $0 == "\"" }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    return digits.count == 2 ? String(digits) : nil
  }
}

extension RehearsalCase {
  /// The seconds of program time from the first to the last of a session's tags that were reported after `ping`.
  fileprivate func reported(_ session: CapturedCIDSession, after ping: RehearsedPing) -> Int {
    let offsets = reportedTags.joined().filter {
      $0.ping["sessionId"] == session.sessionID && $0.ping.madeAt >= ping.madeAt
    }.compactMap(\.place).filter { session.cid.hasSuffix($0.cid) }.map(\.offset)
    return (offsets.max() ?? 0) - (offsets.min() ?? 0)
  }

  /// Whether missing segment numbers may belong to segments of less than 5 s, such as between two seeks, for which the
  /// SDK sends no ping.
  fileprivate func mayBeShort(_ one: RehearsedPing, _ other: RehearsedPing) -> Bool {
    let missing = Double((other.credit?.number ?? 0) - (one.credit?.number ?? 0) - 1)
    let unknown = other.madeAt - one.madeAt - Double(other.creditedSeconds)
    if actions == nil { return unknown < max(250, 5 * missing) }
    let names: Set<ViewerAction.Name> = [.seek, .ad, .buffer]
    return hasAction(names, from: one.madeAt - 5, to: other.madeAt)
  }

  /// Whether the end of the viewing closed this duration. A seek, an ad, a kill or another program may have closed it
  /// instead.
  fileprivate func showsEnd(of session: CapturedCIDSession, at last: RehearsedPing) -> Bool {
    let time = last.madeAt
    let isFollowed = cidSessions.contains { other in
      other.sessionID == session.sessionID && other.pipeline == session.pipeline
        && other.cid != session.cid
        && other.hasStart && abs((other.pings.first?.madeAt ?? 0) - time) <= 2
    }
    guard !isFollowed, last["crs"] != "1" else { return false }
    if actions != nil {
      return !hasAction([.seek, .kill, .ad], from: time - 5, to: time + 5)
    }
    // Pending tags are reported, and the same program starts again with an impression, only after an end.
    let begins = cidSessions.contains { other in
      other.sessionID == session.sessionID && other.cid == session.cid && other.hasStart
        && (other.pings.first?.madeAt ?? 0) >= time
    }
    return appSessions.contains { other in
      other.id == session.sessionID
        && other.pings.contains { $0.isRaw && abs($0.madeAt - time) <= 1 }
        && (begins
          || !other.pings.contains { ($0.isRaw || $0.isDTVR) && $0.madeAt > time + 1 })
    }
  }
}
