extension RehearsalItem {
  static let appIdentity: [RehearsalItem] = [
    RehearsalItem(
      "appid-form",
      "The app id is P or T followed by a GUID, and not a placeholder",
      expected: "c13, and pc on dtvr and raw: P or T followed by a GUID that is not all X or all 0",
      source: Documents.all(
        Documents.dtvrChecklist,
        Documents.dcrChecklist,
        Documents.guide
      ),
      remedy: "Use the app id that Nielsen issued.",
      record: "Record any viewing.",
      lints: ["c13", "pc"]
    ) { capture, evidence in
      evidence.every(
        capture.pings.filter { !$0.appIDs.isEmpty },
        seen: { ping in
          let wrong = ping.appIDs.first { !isAppID($0.value) } ?? ping.appIDs[0]
          return "\(wrong.name)=\(wrong.value)"
        }
      ) { $0.appIDs.allSatisfy { isAppID($0.value) } }
    },
    RehearsalItem(
      "appid-constant",
      "All pings of an app session have the same app id",
      expected: "one c13 in all pings of a sessionId, and the same pc on dtvr and raw",
      source: Documents.ours,
      basis: .ours,
      remedy: "Create one instance for each app id; do not mix test and production ids.",
      record: "Record a viewing: two pings are needed."
    ) { capture, evidence in
      let groups = capture.appSessions.map { session in
        session.pings.filter { !$0.appIDs.isEmpty }
      }.filter { $0.count >= 2 }
      evidence.same(in: groups) {
        $0.appIDs.map(\.value)
      } seen: {
        $0.appIDs.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      }
    },
    RehearsalItem(
      "appname-set",
      "Pings of viewings have the app's name",
      expected: "c15 is not blank",
      source: Documents.all(Documents.appChecklist, Documents.api),
      remedy: "Pass appname in the initializer.",
      record: "Record a viewing.",
      lints: ["c15"]
    ) { capture, evidence in
      evidence.every(
        capture.pings.filter { $0.isViewing && !$0.isQuarterHour },
        seen: { $0.shown("c15") }
      ) { !$0["c15"].isEmpty }
    },
    RehearsalItem(
      "appversion-set",
      "Pings of viewings have the app's version, which is constant in an app session",
      expected: "c12 is not blank, and the same in all pings of a sessionId",
      source: Documents.all(Documents.appChecklist, Documents.api),
      remedy: "Pass appversion from the build.",
      record: "Record a viewing.",
      lints: ["c12"]
    ) { capture, evidence in
      let groups = capture.appSessions.map { session in
        session.pings.filter { ($0.isContent || $0.isAd || $0.isDTVR) && !$0.isQuarterHour }
      }
      evidence.same(in: groups) {
        [$0["c12"]]
      } seen: {
        $0.shown("c12")
      }
    },
    RehearsalItem(
      "sdk-version",
      "All pings of an app session come from one SDK version of a known platform",
      expected: "one c16 in all pings of a sessionId, from ai, aa, bj or ox (id3tap); c30 agrees",
      source: Documents.all(Documents.testing, Documents.pingFields),
      remedy: "Link one SDK version; remove the second copy.",
      record: "Record a viewing.",
      lints: ["build-matches-version", "c16"]
    ) { capture, evidence in
      let groups = capture.appSessions.map { session in
        session.pings.filter { !$0["c16"].isEmpty || $0.isViewing && !$0.isQuarterHour }
      }.filter { group in group.contains { !$0["c16"].isEmpty } }
      evidence.same(in: groups) {
        [$0["c16"]]
      } seen: {
        $0.shown("c16", "c30")
      } satisfies: { ping in
        let platform = String(ping["c16"].prefix(2))
        let build = ping["c30"].prefix(2)
        let isBuildNamed = build.count == 2 && build.allSatisfy { $0.isASCII && $0.isLetter }
        return ["ai", "aa", "bj", "ox"].contains(platform) && (!isBuildNamed || build == platform)
      }
    },
  ]

  /// Whether a string is an app id: P (T for test apps), followed by a GUID that is not all zeros.
  private static func isAppID(_ text: String) -> Bool {
    guard text.first == "P" || text.first == "T" else { return false }
    let parts = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    let digits = parts.joined()
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && digits.allSatisfy { $0.isASCII && $0.isHexDigit } && digits.contains { $0 != "0" }
  }
}

extension RehearsedPing {
  /// The nonblank app ids in the ping, with their parameter names.
  var appIDs: [(name: String, value: String)] {
    let names = isDTVR || isRaw ? ["c13", "pc"] : ["c13"]
    return names.map { ($0, self[$0]) }.filter { !$0.1.isEmpty }
  }
}
