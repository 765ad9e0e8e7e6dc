extension RehearsalItem {
  static let tagImpressions: [RehearsalItem] = [
    RehearsalItem(
      "dtvr-tags-arrive",
      "The tags of the stream reach the SDK",
      expected: "at least one lookup, one impression and one raw ping",
      source: "W: DTVR Pre-Certification Checklist; \(Documents.api)",
      remedy: "Observe timed metadata on the player item and pass every PRIV owner to `sendID3`.",
      record: "Play a stream with tags for two minutes, leave it, and pass it with --stream."
    ) { capture, evidence in
      let products = capture.settings.products
      guard !capture.streamCIDs.isEmpty, products.isEmpty || products.contains("dtvr") else {
        return
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
      if missing.isEmpty {
        let counts = kinds.map { "\($0.pings.count) to \($0.name)" }.joined(separator: ", ")
        evidence.show(kinds.flatMap(\.pings), counts)
      } else if played >= 100 {
        // Tags are pending for up to 90 s before they are reported.
        let names = missing.joined(separator: ", ")
        evidence.contradict(viewing, "no ping to \(names) in \(Int(played)) s")
      }
    },
    RehearsalItem(
      "dtvr-impression-first",
      "A CID session begins with an impression",
      expected: "the first ping of a CID session has cr=…_I…, at=start, davty=0",
      source: "W: DCR vs DTVR; values: \(Documents.pingFields)",
      remedy: "Call `play` before the first tag.",
      record: "Record from the start of the app, or change to another channel."
    ) { capture, evidence in
      var known: Set<String> = []
      for session in capture.cidSessions {
        let isFirst = known.insert(session.sessionID + " " + session.pipeline).inserted
        guard let first = session.pings.first else { continue }
        // The session may have begun before the capture.
        guard session.hasStart || !isFirst || capture.beganInside(session) else { continue }
        let holds = session.hasStart && first["at"] == "start" && first["davty"] == "0"
        evidence.take(
          holds,
          [first],
          "\(session.cid): cr=\(first["cr"]), at=\(first["at"]), davty=\(first["davty"])"
        )
      }
    },
    RehearsalItem(
      "dtvr-lookup-first",
      "The first impression of a CID has a time-shift lookup",
      expected: "a ping to /cgi-bin/tsv before the first impression, or up to 2 s after it",
      source: "W: DCR vs DTVR",
      remedy: "Allow `/cgi-bin/tsv` in the proxy and in the allow-list of the app.",
      record: "Record from the start of the app, with all hosts."
    ) { capture, evidence in
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
          evidence.show([found, impression], "a lookup at \(Int(found.madeAt))")
        } else {
          evidence.contradict(
            [impression],
            "\(session.cid): no lookup until \(Int(impression.madeAt) + 2)"
          )
        }
      }
    },
    RehearsalItem(
      "dtvr-view-once",
      "A CID session has one view",
      expected: "one ping with cr=…_V… and c27 of 30 or more; no S with 60 or more",
      source: "W: DCR vs DTVR; 30 seconds: \(Documents.pingFields)",
      remedy: "Play without seeks for two minutes; check that tags arrive steadily.",
      record: "Play a channel for six minutes from the start of the app."
    ) { capture, evidence in
      for session in capture.cidSessions {
        let views = session.pings("V")
        let credited = session.durations.creditedSeconds
        let late = session.pings("S").filter { $0.creditedSeconds >= 60 }
        guard !session.pings("D").isEmpty || credited >= 60 else { continue }
        if views.count > 1 {
          evidence.contradict(views, "\(session.cid): \(views.count) views")
        }
        if !late.isEmpty {
          evidence.contradict(late, "cr=\(late[0]["cr"]), c27=\(late[0].creditedSeconds)")
        }
        let early = views.filter { $0.creditedSeconds < 30 }
        if !early.isEmpty { evidence.contradict(early, "V with c27=\(early[0].creditedSeconds)") }
        if views.isEmpty, session.hasStart {
          evidence.contradict(session.durations, "\(session.cid): no view, \(credited) s credited")
        }
        evidence.show(views, "\(views.first?["cr"] ?? "") with c27=\(views.first?["c27"] ?? "")")
      }
    },
  ]

  static let tagNames: [RehearsalItem] = [
    RehearsalItem(
      "dtvr-admodel",
      "The ad model is linear or dynamic",
      expected: "the last field of cr is 1 or 2",
      source: "W: DTVR iOS SDK; W: DCR vs DTVR",
      remedy: "Pass `adModel` `1` (linear ads) or `2` (dynamic) in `loadMetadata`.",
      record: "Play a channel with tags for a minute."
    ) { capture, evidence in
      evidence.every(
        capture.ordered.filter { $0.isDTVR && !$0["cr"].isEmpty },
        seen: { "cr=\($0["cr"])" },
        satisfies: { ["1", "2"].contains($0["cr"].split(separator: "_").last ?? "") }
      )
    },
    RehearsalItem(
      "channel-name",
      "The channel has a name of at most 32 characters",
      expected: "channame of 1 to 32 characters, not defaultChannelName",
      source: "W: DTVR iOS SDK; \(Documents.api)",
      remedy: "Pass `channelName` to `play`.",
      record: "Play a channel with tags for two minutes, and leave it.",
      lints: ["channame"]
    ) { capture, evidence in
      evidence.every(
        capture.ordered.filter(\.isRaw),
        seen: { "channame=\($0["channame"])" },
        satisfies: { ping in
          let name = ping["channame"]
          return !name.isEmpty && name != "defaultChannelName" && name.count <= 32
        }
      )
    },
    RehearsalItem(
      "channel-name-constant",
      "The channel's name does not change until the viewing ends",
      expected: "channame changes only after davty=2 or a new impression",
      source: Documents.guide,
      remedy: "Keep `channelName` for the whole episode or channel.",
      record: "Play a channel with tags for three minutes."
    ) { capture, evidence in
      for session in capture.appSessions {
        evidence.pairs(session.pings.filter(\.isRaw)) { one, other in
          let names = [one["channame"], other["channame"]].map { "channame=\($0)" }
          return names[0] == names[1] ? names[0] : names.joined(separator: ", then ")
        } satisfy: { one, other in
          one["channame"] == other["channame"]
            || capture.mayChange(session, from: one.madeAt, to: other.madeAt)
        }
      }
    },
    RehearsalItem(
      "timeshift-resolved",
      "Durations have the time-shift code from the answer to the lookup",
      expected: "the third field of cr is the code in the last answer to a lookup",
      source: "\(Documents.api) (time-shifted viewing code)",
      basis: .ours,
      remedy: "Check that the answer to the lookup reaches the app.",
      record: "Record answers with bodies, such as in HAR, and play a channel for six minutes."
    ) { capture, evidence in
      let lookups = capture.ordered.filter(\.isLookup)
      for session in capture.cidSessions {
        for ping in session.durations {
          let answered = lookups.last { lookup in
            lookup.timeShiftCode != nil && lookup.madeAt + 3 <= ping.madeAt
              && lookup.names(session)
          }
          guard let answered, let code = answered.timeShiftCode else { continue }
          evidence.take(
            ping.credit?.timeShift == code,
            [answered, ping],
            "answer \(code), cr=\(ping["cr"])"
          )
        }
      }
    },
  ]
}

extension RehearsalCase {
  /// Whether a viewing ended between two times (Unix seconds), so that the channel may change.
  fileprivate func mayChange(_ session: CapturedAppSession, from start: Double, to end: Double)
    -> Bool
  {
    hasAction([.end, .channel, .kill], from: start - 5, to: end)
      || session.pings.contains { ping in
        ping.madeAt >= start && ping.madeAt <= end
          && (ping["davty"] == "2" || ping.isDTVR && ping.credit?.prefix == "I")
      }
  }

  /// Whether a CID session's app session began within the capture.
  fileprivate func beganInside(_ session: CapturedCIDSession) -> Bool {
    appSessions.contains { $0.id == session.sessionID && $0.hasStart }
  }
}

extension RehearsedPing {
  /// Whether a lookup may ask for the CID of a session. True if the lookup's tag cannot be read.
  func names(_ session: CapturedCIDSession) -> Bool {
    guard let fields = TagFields(self["id3"]) else { return true }
    return fields.cids.contains { session.cid.hasSuffix($0) }
  }
}
