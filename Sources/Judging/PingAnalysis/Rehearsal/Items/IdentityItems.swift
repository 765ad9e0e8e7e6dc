extension RehearsalItem {
  static let identities: [RehearsalItem] = [
    RehearsalItem(
      "noid-opted-out",
      "An app without ids is opted out from the start",
      expected: "uoo is 1 or true if c9, c1, fp_id and ve_id are always blank",
      source: "\(Documents.guide); id3tap's inference",
      basis: .ours,
      remedy: "With the NoID build, call `userOptOut(\"nielsenappsdk://1\")` right after init.",
      record: "Record an app that links the NoID build."
    ) { capture, evidence in
      for session in capture.appSessions {
        let isBlank = session.pings.allSatisfy { ping in
          ["c9", "c1", "fp_id", "ve_id"].allSatisfy { ping[$0].isEmpty }
        }
        guard isBlank else { continue }
        for ping in session.pings where ping.isOfViewing && ping.ping["c9"] != nil {
          evidence.take(ping.isOptedOut, [ping], "no ids, uoo=\(ping["uoo"])")
        }
      }
    },
    RehearsalItem(
      "device-id-hashed",
      "The device id is a hash, and does not change",
      expected: "c9 is 64 hex digits, constant in an app session; a c1 of 64 hex digits equals c9",
      source: "\(Documents.guide); \(Documents.pingFields)",
      remedy: "Never pass a raw advertising id.",
      record: "Opt in, and play for a minute.",
      lints: ["same-device-id", "c9", "c1"]
    ) { capture, evidence in
      for session in capture.appSessions {
        var known: String?
        var isRelayed = false
        for ping in session.pings where !ping.isOptedOut && !ping["c9"].isEmpty {
          // A receiver starts with its own id, and then uses the sender's.
          if ping.isReceiver, !isRelayed { (known, isRelayed) = (nil, true) }
          let id = ping["c9"]
          let isSame = known == nil || known == id
          known = known ?? id
          let second = ping["c1"]
          let agrees = second.isEmpty || !isHex(second, 64) || second == id
          let text =
            isSame
            ? "c9=\(id)" + (agrees ? "" : ", c1=\(second)") : "c9=\(known ?? ""), then c9=\(id)"
          evidence.take(isHex(id, 64) && isSame && agrees, [ping], text)
        }
      }
    },
    RehearsalItem(
      "fpid",
      "The first-party id is valid, and does not change",
      expected: "fp_id has 39 characters, ends with fp_cr_tm, is constant, and under 180 days old",
      source: "\(Documents.guide); \(Documents.pingFields)",
      remedy:
        "Pass `enableFpid` as `\"true\"` or `\"false\"`, the same at each start unless "
        + "consent changed.",
      record: "Opt in, start the app with `enableFpid`, and play for a minute.",
      lints: ["fpid-suffix", "fpid-access", "fpid-age", "fp_id", "fp_cr_tm", "fp_acc_tm"]
    ) { capture, evidence in
      for session in capture.appSessions {
        let pings = session.pings.filter { !$0.isOptedOut && $0.ping["fp_id"] != nil }
        let filled = pings.filter { !$0["fp_id"].isEmpty }
        guard let known = filled.first?["fp_id"] else { continue }
        let blank = pings.filter { $0["fp_id"].isEmpty }
        if !blank.isEmpty { evidence.contradict(blank, "fp_id blank, and \(known) elsewhere") }
        for ping in filled {
          let (id, created) = (ping["fp_id"], ping.number("fp_cr_tm"))
          let age = ping.madeAt - Double(created ?? 0)
          let holds =
            id.count == 39 && created.map { id.hasSuffix(String($0)) } ?? false && age < longestAge
          if id != known {
            evidence.contradict([ping], "fp_id=\(known), then fp_id=\(id)")
          } else {
            evidence.take(holds, [ping], "fp_id=\(id), fp_cr_tm=\(ping["fp_cr_tm"])")
          }
        }
      }
    },
    RehearsalItem(
      "login-hash",
      "Login ids are hashes",
      expected: "hem_sha256, hem_sha1 and hem_md5 are 64, 40 and 32 hex digits; no hem_* has an @",
      source: Documents.guide,
      remedy: "Pass the hash of the e-mail address, never the address.",
      record: "Log in before the SDK starts, and record from the start of the app.",
      lints: ["hem_sha256", "hem_sha1", "hem_md5", "hem_unknown"]
    ) { capture, evidence in
      for ping in capture.ordered where ping.isSession {
        for name in Set(ping.ping.parameters.map(\.name)) where name.hasPrefix("hem_") {
          let value = ping[name]
          guard !value.isEmpty else { continue }
          var length = digestLengths[name]
          // The guide for Sweden requires 128 digits.
          if name == "hem_unknown", ping["ci"].hasPrefix("se-") { length = 128 }
          let holds = !value.contains("@") && length.map { isHex(value, $0) } ?? true
          evidence.take(holds, [ping], "\(name)=\(value)")
        }
      }
    },
    RehearsalItem(
      "session-id",
      "The session id is valid, and new for each launch",
      expected: "sessionId has 39 characters and ends with the Unix seconds of the launch",
      source: Documents.pingFields,
      remedy: "Create one instance at launch and keep it.",
      record: "Play for a minute.",
      lints: ["session-before-ping", "sessionId"]
    ) { capture, evidence in
      for ping in capture.ordered where ping.ping["sessionId"] != nil {
        let id = ping["sessionId"]
        let launch = Int64(id.suffix(10))
        let created = ping.number("c61") ?? .max
        let holds = id.count == 39 && launch.map { $0 <= created } ?? false
        evidence.take(holds, [ping], "sessionId=\(id), c61=\(ping["c61"])")
      }
      // If the tester notes one launch, all launches are expected to be noted.
      let launches = capture.actions(.launch).count
      if launches > 0 {
        for sessions in sessionsByApp(capture) where sessions.count > launches + 1 {
          evidence.contradict(
            sessions.compactMap(\.pings.first),
            "\(sessions.count) values of sessionId, and \(launches) launches noted"
          )
        }
      }
    },
  ]

  private static let longestAge = 180.0 * 86_400

  private static let digestLengths = ["hem_sha256": 64, "hem_sha1": 40, "hem_md5": 32]

  /// The app sessions, grouped by app, because a capture may contain both a sender and a receiver.
  private static func sessionsByApp(_ capture: RehearsalCase) -> [[CapturedAppSession]] {
    capture.appSessions.grouped { session -> String? in
      let first = session.pings.first
      return "\(first?["c13"] ?? "") \(first?["c16"].prefix(2) ?? "")"
    }.map(\.elements)
  }

  private static func isHex(_ text: String, _ count: Int) -> Bool {
    text.utf8.count == count && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
