import PingAnalysis

extension RehearsalItem {
  /// The identity that the app reports.
  static let appIdentity: [RehearsalItem] = [
    RehearsalItem(
      "appid-form",
      .setUp,
      "The app id is P and a GUID, and not a placeholder",
      source: Documents.all(
        Documents.dtvrChecklist,
        Documents.dcrChecklist,
        Documents.guide
      ),
      remedy: "Use the app id that Nielsen issued.",
      record: "Record any viewing.",
      judge: appIDHasForm
    ),
    RehearsalItem(
      "appid-constant",
      .setUp,
      "All pings of an app session have one app id",
      source: Documents.ours,
      basis: .ours,
      remedy: "Create one instance for each app id; do not mix test and production ids.",
      record: "Record a viewing: two pings are needed.",
      judge: appIDIsConstant
    ),
    RehearsalItem(
      "appname-set",
      .setUp,
      "Pings of viewings have the app's name",
      source: Documents.all(Documents.appChecklist, Documents.api),
      remedy: "Pass appname in the initializer.",
      record: "Record a viewing.",
      judge: appNameIsSet
    ),
    RehearsalItem(
      "appversion-set",
      .setUp,
      "Pings of viewings have the app's version, one in an app session",
      source: Documents.all(Documents.appChecklist, Documents.api),
      remedy: "Pass appversion from the build.",
      record: "Record a viewing.",
      judge: appVersionIsSet
    ),
    RehearsalItem(
      "sdk-version",
      .setUp,
      "All pings of an app session come from one SDK version of a known platform",
      source: Documents.all(Documents.testing, Documents.pingFields),
      remedy: "Link one SDK version; remove the second copy.",
      record: "Record a viewing.",
      judge: sdkVersionIsOne
    ),
  ]

  private static func appIDHasForm(_ capture: RehearsalCase) -> RehearsalOutcome {
    .each(
      capture.pings.filter { !$0.appIDs.isEmpty },
      expected: "c13 (pc on dtvr and raw): P and a GUID, not of X or 0 alone",
      seen: { ping in
        let wrong = ping.appIDs.first { !isAppID($0.value) } ?? ping.appIDs[0]
        return "\(wrong.name)=\(wrong.value)"
      }
    ) { $0.appIDs.allSatisfy { isAppID($0.value) } }
  }

  /// Nielsen has issued ids for tests that begin with T.
  private static func isAppID(_ text: String) -> Bool {
    guard text.first == "P" || text.first == "T" else { return false }
    let parts = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    let digits = parts.joined()
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && digits.allSatisfy { $0.isASCII && $0.isHexDigit } && digits.contains { $0 != "0" }
  }

  private static func appIDIsConstant(_ capture: RehearsalCase) -> RehearsalOutcome {
    let groups = capture.appSessions.map { session in
      session.pings.filter { !$0.appIDs.isEmpty }
    }.filter { $0.count >= 2 }
    return constant(
      groups,
      of: { $0.appIDs.map(\.value) },
      expected: "one c13 in all pings of a sessionId, and the same pc on dtvr and raw",
      seen: { $0.appIDs.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }
    )
  }

  private static func appNameIsSet(_ capture: RehearsalCase) -> RehearsalOutcome {
    .each(
      capture.pings.filter { $0.isViewing && !$0.isQuarterHour },
      expected: "c15 is not blank",
      seen: { $0.shown("c15") }
    ) { !$0["c15"].isEmpty }
  }

  private static func appVersionIsSet(_ capture: RehearsalCase) -> RehearsalOutcome {
    let groups = capture.appSessions.map { session in
      session.pings.filter { ($0.isContent || $0.isAd || $0.isDTVR) && !$0.isQuarterHour }
    }.filter { !$0.isEmpty }
    return constant(
      groups,
      of: { [$0["c12"]] },
      expected: "c12 is not blank, and one in all pings of a sessionId",
      seen: { $0.shown("c12") }
    )
  }

  private static func sdkVersionIsOne(_ capture: RehearsalCase) -> RehearsalOutcome {
    let groups = capture.appSessions.map { session in
      session.pings.filter { !$0["c16"].isEmpty || $0.isViewing && !$0.isQuarterHour }
    }.filter { group in group.contains { !$0["c16"].isEmpty } }
    let platforms: Set = ["ai", "aa", "bj", "ox"]
    return constant(
      groups,
      of: { [$0["c16"]] },
      expected: "one c16 in all pings of a sessionId, from ai, aa or bj, and c30 of the same",
      seen: { $0.shown("c16", "c30") }
    ) { ping in
      let platform = String(ping["c16"].prefix(2))
      let build = ping["c30"].prefix(2)
      let isBuildNamed = build.count == 2 && build.allSatisfy { $0.isASCII && $0.isLetter }
      return platforms.contains(platform) && (!isBuildNamed || build == platform)
    }
  }

  /// Judges that what `values` gives is the same in all pings of each group, and not blank: failed with the
  /// pings that differ from most, and those that are not as `holds` says.
  private static func constant(
    _ groups: [[RehearsedPing]],
    of values: (RehearsedPing) -> [String],
    expected: String,
    seen: (RehearsedPing) -> String,
    holds: (RehearsedPing) -> Bool = { _ in true }
  ) -> RehearsalOutcome {
    var wrong: Set<Int> = []
    for group in groups {
      var counts: [String: Int] = [:]
      for value in group.flatMap(values) { counts[value, default: 0] += 1 }
      let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
      for ping in group
      where usual.isEmpty || !holds(ping) || values(ping).contains(where: { $0 != usual }) {
        wrong.insert(ping.index)
      }
    }
    return .each(groups.flatMap { $0 }, expected: expected, seen: seen) {
      !wrong.contains($0.index)
    }
  }
}

extension RehearsedPing {
  /// The app id in all places of the ping that name it.
  var appIDs: [(name: String, value: String)] {
    let names = isDTVR || isRaw ? ["c13", "pc"] : ["c13"]
    return names.map { ($0, self[$0]) }.filter { !$0.1.isEmpty }
  }
}
