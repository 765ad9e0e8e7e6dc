/// Judges identifiers in a capture.
enum IdentityJudges {
  static func noID(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("uoo is 1 or true where c9, c1, fp_id and ve_id are always blank")
    for session in capture.appSessions {
      let isBlank = session.pings.allSatisfy { ping in
        ["c9", "c1", "fp_id", "ve_id"].allSatisfy { ping[$0].isEmpty }
      }
      guard isBlank else { continue }
      for ping in session.pings where ping.isOfViewing && ping.ping["c9"] != nil {
        verdict.take(ping.isOptedOut, [ping], "no ids, uoo=\(ping["uoo"])")
      }
    }
    return verdict.outcome()
  }

  static func deviceID(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("c9 is 64 hex digits, the same in an app session; c1 equals it")
    for session in capture.appSessions {
      var known: String?
      var isRelayed = false
      for ping in session.pings where !ping.isOptedOut && !ping["c9"].isEmpty {
        // A receiver starts with an id of its own, and has the sender's from then on.
        if ping.isReceiver, !isRelayed { (known, isRelayed) = (nil, true) }
        let id = ping["c9"]
        let isSame = known == nil || known == id
        known = known ?? id
        let second = ping["c1"]
        let agrees = second.isEmpty || !isHex(second, 64) || second == id
        let text =
          isSame
          ? "c9=\(id)" + (agrees ? "" : ", c1=\(second)") : "c9=\(known ?? ""), then c9=\(id)"
        verdict.take(isHex(id, 64) && isSame && agrees, [ping], text)
      }
    }
    return verdict.outcome()
  }

  private static let longestAge = 180.0 * 86_400

  static func fpid(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict(
      "fp_id has 39 characters, ends with fp_cr_tm, stays, is under 180 days old"
    )
    for session in capture.appSessions {
      let pings = session.pings.filter { !$0.isOptedOut && $0.ping["fp_id"] != nil }
      let filled = pings.filter { !$0["fp_id"].isEmpty }
      guard let known = filled.first?["fp_id"] else { continue }
      let blank = pings.filter { $0["fp_id"].isEmpty }
      if !blank.isEmpty { verdict.contradict(blank, "fp_id blank, and \(known) elsewhere") }
      for ping in filled {
        let (id, created) = (ping["fp_id"], ping.number("fp_cr_tm"))
        let age = ping.madeAt - Double(created ?? 0)
        let holds =
          id.count == 39 && created.map { id.hasSuffix(String($0)) } ?? false && age < longestAge
        if id != known {
          verdict.contradict([ping], "fp_id=\(known), then fp_id=\(id)")
        } else {
          verdict.take(holds, [ping], "fp_id=\(id), fp_cr_tm=\(ping["fp_cr_tm"])")
        }
      }
    }
    return verdict.outcome()
  }

  private static let digestLengths = ["hem_sha256": 64, "hem_sha1": 40, "hem_md5": 32]

  static func loginHash(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("hem_sha256, hem_sha1 and hem_md5 are 64, 40 and 32 hex digits")
    for ping in capture.ordered where ping.isSession {
      for name in Set(ping.ping.parameters.map(\.name)) where name.hasPrefix("hem_") {
        let value = ping[name]
        guard !value.isEmpty else { continue }
        var length = digestLengths[name]
        // The Sweden guide gives 128 digits.
        if name == "hem_unknown", ping["ci"].hasPrefix("se-") { length = 128 }
        let holds = !value.contains("@") && length.map { isHex(value, $0) } ?? true
        verdict.take(holds, [ping], "\(name)=\(value)")
      }
    }
    return verdict.outcome()
  }

  static func sessionID(_ capture: RehearsalCase) -> RehearsalOutcome {
    var verdict = ItemVerdict("sessionId has 39 characters and ends with the second of the launch")
    for ping in capture.ordered where ping.ping["sessionId"] != nil {
      let id = ping["sessionId"]
      let launch = Int64(id.suffix(10))
      let created = ping.number("c61") ?? .max
      let holds = id.count == 39 && launch.map { $0 <= created } ?? false
      verdict.take(holds, [ping], "sessionId=\(id), c61=\(ping["c61"])")
    }
    // A tester that notes one launch notes them all.
    let launches = capture.actions(.launch).count
    if launches > 0 {
      for sessions in sessionsByApp(capture) where sessions.count > launches + 1 {
        verdict.contradict(
          sessions.compactMap(\.pings.first),
          "\(sessions.count) values of sessionId, and \(launches) launches noted"
        )
      }
    }
    return verdict.outcome()
  }

  /// The app sessions of each app: a sender and a receiver may be in one capture.
  private static func sessionsByApp(_ capture: RehearsalCase) -> [[CapturedAppSession]] {
    let groups = Dictionary(grouping: capture.appSessions) { session in
      let first = session.pings.first
      return "\(first?["c13"] ?? "") \(first?["c16"].prefix(2) ?? "")"
    }
    return Array(groups.values)
  }

  private static func isHex(_ text: String, _ count: Int) -> Bool {
    text.utf8.count == count && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
