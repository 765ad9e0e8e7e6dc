/// The pings with one `sessionId`: those of one launch of the app.
package struct CapturedAppSession: Sendable {
  package let id: String
  /// The pings, ordered by the second in which they were made, then by arrival.
  package let pings: [RehearsedPing]
  /// Whether the capture contains the start of the session: a session ping or the configuration request.
  package let hasStart: Bool

  /// Groups pings by app session. `ordered` must be in chronological order.
  static func all(
    _ ordered: [RehearsedPing],
    _ others: [OtherRequest]
  ) -> [CapturedAppSession] {
    let groups = ordered.grouped { $0.ping.session }
    let firsts = groups.compactMap { $0.elements.map(\.index).min() }
    return groups.map { id, pings in
      let first = pings.map(\.index).min() ?? 0
      let before = firsts.filter { $0 < first }.max() ?? -1
      let hasConfiguration = others.contains {
        $0.isConfiguration && $0.pingsBefore > before && $0.pingsBefore <= first
      }
      return CapturedAppSession(
        id: id,
        pings: pings,
        hasStart: hasConfiguration || pings.contains(where: \.isSession)
      )
    }
  }
}

/// The DCR pings with the same `c59`.
package struct CapturedViewing: Sendable {
  /// The value of `c59`.
  package let id: String
  /// The app session, `sessionId`.
  package let sessionID: String
  /// The content and ad pings, ordered by the second in which they were made, then by arrival.
  package let pings: [RehearsedPing]
  /// The ads, in chronological order.
  package let adRuns: [CapturedAdRun]
  /// Whether the viewing ended: a ping reports the end (`davty=2`), a viewing, page or app session follows, the tester
  /// noted an `end`, or the capture continues for half an hour after the last ping of the viewing.
  package let isEnded: Bool

  package var content: [RehearsedPing] { pings.filter(\.isContent) }
  package var ads: [RehearsedPing] { pings.filter(\.isAd) }

  /// Groups pings by viewing. `ordered` must be in chronological order.
  static func all(_ ordered: [RehearsedPing], _ ends: CaptureEnds) -> [CapturedViewing] {
    ordered.filter { $0.isContent || $0.isAd }.grouped { $0.ping.viewing }.map { id, pings in
      let isEnded = ends.ended(pings) { $0.isStatic || $0["c59"] != id }
      return CapturedViewing(
        id: id,
        sessionID: pings.first?["sessionId"] ?? "",
        pings: pings,
        adRuns: CapturedAdRun.all(pings, isEnded: isEnded),
        isEnded: isEnded
      )
    }
  }
}

/// The pings of one ad, from its view to the next view or content timer of the viewing.
package struct CapturedAdRun: Sendable {
  /// The ad's view. Nil if the timers are not preceded by a view.
  package let view: RehearsedPing?
  package let timers: [RehearsedPing]
  /// Whether the capture ends during the ad: a timer may be missing.
  package let isCutOff: Bool

  package var pings: [RehearsedPing] { (view.map { [$0] } ?? []) + timers }

  /// Sorts timers before views of the same second, because a queued or repeated timer arrives after the next view.
  private static func timersFirst(_ pings: [RehearsedPing]) -> [RehearsedPing] {
    let keys = pings.map { ping -> (Double, Int) in
      let second = ping.madeAt.rounded(.down)
      return (second, (ping.spanStart ?? second) < second ? 0 : 1)
    }
    return pings.indices.sorted { one, other in
      let (left, right) = (keys[one], keys[other])
      return (left.0, left.1, one) < (right.0, right.1, other)
    }.map { pings[$0] }
  }

  /// Groups the ad pings of a viewing by ad.
  static func all(_ pings: [RehearsedPing], isEnded: Bool) -> [CapturedAdRun] {
    var runs: [(view: RehearsedPing?, timers: [RehearsedPing])] = []
    var isOpen = false
    for ping in timersFirst(pings.withoutRepeats) {
      if ping.isAd, ping.isTimer {
        if !isOpen { runs.append((nil, [])) }
        runs[runs.count - 1].timers.append(ping)
        isOpen = true
      } else if ping.isAd, ping.isView {
        runs.append((ping, []))
        isOpen = true
      } else if ping.isView || ping.isTimer {
        isOpen = false
      }
    }
    return runs.indices.map { index in
      let isLast = index == runs.count - 1
      return CapturedAdRun(
        view: runs[index].view,
        timers: runs[index].timers,
        isCutOff: isLast && isOpen && !isEnded
      )
    }
  }
}

/// The DTVR pings that have the same `sessionId` and `ca`, from one impression to the next.
package struct CapturedCIDSession: Sendable {
  /// The value of `ca`.
  package let cid: String
  /// The pipeline in `ca`: FD or PC. Empty if `ca` has no pipeline.
  package let pipeline: String
  package let sessionID: String
  /// The pings, ordered by the second in which they were made, then by arrival, including pings of quarter hours.
  package let pings: [RehearsedPing]
  /// Whether the CID session ended within the capture.
  package let isEnded: Bool

  /// The pings whose credit string has the given prefix: I, V, S, D or Q.
  package func pings(_ prefix: String) -> [RehearsedPing] {
    pings.filter { $0.credit?.prefix == prefix }
  }

  /// Groups pings by CID session. `ordered` must be in chronological order.
  static func all(_ ordered: [RehearsedPing], _ ends: CaptureEnds) -> [CapturedCIDSession] {
    var impressions: [[String]: Int] = [:]
    let groups = ordered.filter { $0.isDTVR && !$0["ca"].isEmpty }.grouped { ping -> [String] in
      let key = [ping["sessionId"], ping["ca"]]
      if ping.credit?.prefix == "I" { impressions[key, default: 0] += 1 }
      return key + ["\(impressions[key] ?? 0)"]
    }
    let sessions = groups.map { key, pings in
      let pipeline = key[1].contains("_") ? String(key[1].prefix { $0 != "_" }) : ""
      return (id: key[0], cid: key[1], pipeline: pipeline, pings: pings)
    }
    return sessions.enumerated().map { index, own in
      // Another asset in the same pipeline also ends the session.
      let hasNext = sessions[(index + 1)...].contains {
        $0.id == own.id && $0.pipeline == own.pipeline
      }
      return CapturedCIDSession(
        cid: own.cid,
        pipeline: own.pipeline,
        sessionID: own.id,
        pings: own.pings,
        isEnded: hasNext || ends.ended(own.pings) { $0.isStatic }
      )
    }
  }
}
