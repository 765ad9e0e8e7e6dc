/// Judges impressions, views and lookups of DTVR.
enum TagJudges {
  static func tagsArrive(_ capture: RehearsalCase) -> RehearsalOutcome {
    let products = capture.settings.products
    guard !capture.streamCIDs.isEmpty, products.isEmpty || products.contains("dtvr") else {
      return .notAssessed
    }
    let viewing = capture.ordered.filter { $0.isDTVR || $0.isRaw || $0.isContent || $0.isAd }
    let kinds: [(name: String, pings: [RehearsedPing])] = [
      ("/cgi-bin/tsv", capture.ordered.filter(\.isLookup)),
      ("/cgi-bin/d with I", viewing.filter { $0.isDTVR && $0.credit?.prefix == "I" }),
      ("/cgi-bin/trans", viewing.filter(\.isRaw)),
    ]
    let missing = kinds.filter(\.pings.isEmpty).map(\.name)
    let times = viewing.map(\.madeAt)
    let played = (times.max() ?? 0) - (times.min() ?? 0)
    // Tags wait for up to 90 s before they are reported.
    guard missing.isEmpty || played >= 100 else { return .notAssessed }
    let expected = "at least one lookup, one impression and one raw ping"
    guard missing.isEmpty else {
      return .failed(
        evidence: viewing.map(\.index),
        expected: expected,
        seen: "none to \(missing.joined(separator: ", ")) in \(Int(played)) s"
      )
    }
    let counts = kinds.map { "\($0.pings.count) to \($0.name)" }.joined(separator: ", ")
    let shown = kinds.flatMap(\.pings).map(\.index).sorted()
    return .passed(evidence: shown, expected: expected, seen: counts)
  }

  static func impressionFirst(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("the first ping of a CID session has cr=…_I1_…, at=start, davty=0")
    var known: Set<String> = []
    for session in capture.cidSessions {
      let isFirst = known.insert(session.sessionID + " " + session.pipeline).inserted
      guard let first = session.pings.first else { continue }
      // Its beginning may be before the capture.
      guard session.hasStart || !isFirst || capture.beganInside(session) else { continue }
      let holds = session.hasStart && first["at"] == "start" && first["davty"] == "0"
      verdict.take(
        holds,
        [first],
        "\(session.cid): cr=\(first["cr"]), at=\(first["at"]), davty=\(first["davty"])"
      )
    }
    return verdict.outcome()
  }

  static func lookupFirst(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict(
      "a ping to /cgi-bin/tsv before, or within 2 s of, the first impression"
    )
    let lookups = capture.ordered.filter(\.isLookup)
    var known: Set<String> = []
    for session in capture.cidSessions where session.hasStart {
      guard known.insert(session.sessionID + " " + session.cid).inserted,
        let impression = session.pings.first,
        let earliest = capture.pings.first, earliest.index < impression.index
      else { continue }
      let found = lookups.first { lookup in
        lookup.madeAt < impression.madeAt + 3 && lookup.names(session)
      }
      if let found {
        verdict.show([found, impression], "a lookup at \(Int(found.madeAt))")
      } else {
        verdict.contradict(
          [impression],
          "\(session.cid): no lookup until \(Int(impression.madeAt) + 2)"
        )
      }
    }
    return verdict.outcome()
  }

  static func viewOnce(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("one ping with cr=…_V… and c27 of 30 or more; no S with 60 or more")
    for session in capture.cidSessions {
      let views = session.pings("V")
      let credited = session.durations.reduce(0) { $0 + $1.creditedSeconds }
      let late = session.pings("S").filter { $0.creditedSeconds >= 60 }
      guard !session.pings("D").isEmpty || credited >= 60 else { continue }
      if views.count > 1 {
        verdict.contradict(views, "\(session.cid): \(views.count) views")
      }
      if !late.isEmpty {
        verdict.contradict(late, "cr=\(late[0]["cr"]), c27=\(late[0].creditedSeconds)")
      }
      let early = views.filter { $0.creditedSeconds < 30 }
      if !early.isEmpty { verdict.contradict(early, "V with c27=\(early[0].creditedSeconds)") }
      if views.isEmpty, session.hasStart {
        verdict.contradict(session.durations, "\(session.cid): no view, \(credited) s credited")
      }
      verdict.show(views, "\(views.first?["cr"] ?? "") with c27=\(views.first?["c27"] ?? "")")
    }
    return verdict.outcome()
  }

  static func adModel(_ capture: RehearsalCase) -> RehearsalOutcome {
    .each(
      capture.ordered.filter { $0.isDTVR && !$0["cr"].isEmpty },
      expected: "the last field of cr is 1 or 2",
      seen: { "cr=\($0["cr"])" },
      holds: { ["1", "2"].contains($0["cr"].split(separator: "_").last ?? "") }
    )
  }

  static func channelName(_ capture: RehearsalCase) -> RehearsalOutcome {
    .each(
      capture.ordered.filter(\.isRaw),
      expected: "channame of 1 to 32 characters, not defaultChannelName",
      seen: { "channame=\($0["channame"])" },
      holds: { ping in
        let name = ping["channame"]
        return !name.isEmpty && name != "defaultChannelName" && name.count <= 32
      }
    )
  }

  static func channelNameConstant(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("channame changes only after davty=2 or a new impression")
    for session in capture.appSessions {
      let raws = session.pings.filter(\.isRaw)
      for (one, other) in zip(raws, raws.dropFirst()) {
        let names = (one["channame"], other["channame"])
        if names.0 == names.1 {
          verdict.show([one, other], "channame=\(names.0)")
        } else {
          verdict.take(
            capture.mayChange(session, from: one.madeAt, to: other.madeAt),
            [one, other],
            "channame=\(names.0), then channame=\(names.1)"
          )
        }
      }
    }
    return verdict.outcome()
  }
}

extension RehearsalCase {
  /// Whether a viewing ended between two times, so that the channel may change.
  fileprivate func mayChange(_ session: CapturedAppSession, from start: Double, to end: Double)
    -> Bool
  {
    hasAction([.end, .channel, .kill], from: start - 5, to: end)
      || session.pings.contains { ping in
        ping.madeAt >= start && ping.madeAt <= end
          && (ping["davty"] == "2" || ping.isDTVR && ping.credit?.prefix == "I")
      }
  }

  /// Whether the first CID session of a launch began within the capture.
  fileprivate func beganInside(_ session: CapturedCIDSession) -> Bool {
    appSessions.contains { $0.id == session.sessionID && $0.hasStart }
  }
}

extension RehearsedPing {
  /// Whether a lookup asks for the CID of a session. One that cannot be read may.
  func names(_ session: CapturedCIDSession) -> Bool {
    guard let fields = TagFields(self["id3"]) else { return true }
    return fields.cids.contains { session.cid.hasSuffix($0) }
  }
}
