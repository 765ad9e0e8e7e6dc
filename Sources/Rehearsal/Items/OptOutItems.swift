extension RehearsalItem {
  /// Opt-out and identity.
  static let optOut: [RehearsalItem] = optingOut + identities

  private static let optingOut: [RehearsalItem] = [
    RehearsalItem(
      "optout-marks",
      .optOut,
      "Every ping made while opted out says so",
      source:
        "W: DCR Pre-Certification Checklist; 001_02a7fd0bf6158311.txt; "
        + "000_b9806a5a179dbbce.txt",
      remedy:
        "Pass the URL that the opt-out page opens to `userOptOut`, or let the OS setting "
        + "decide.",
      record:
        "Opt out while playing, note it with --actions, play on for six minutes, and opt "
        + "in again.",
      judge: OptOutJudges.marks
    ),
    RehearsalItem(
      "optout-continues",
      .optOut,
      "Viewing continues to make pings while opted out",
      source: "001_02a7fd0bf6158311.txt; W: DCR Pre-Certification Checklist",
      remedy: "Do not disable the SDK on opt-out; the SDK marks its pings.",
      record: "Opt out, note it with --actions, and play on for six minutes.",
      judge: OptOutJudges.continues
    ),
    RehearsalItem(
      "optout-blank-ids",
      .optOut,
      "Pings made while opted out have no ids",
      source: "ping-fields.json; our engine's specification",
      remedy: "Do not add ids yourself; update the SDK.",
      record: "Opt out and play on for six minutes.",
      judge: OptOutJudges.blankIDs
    ),
    RehearsalItem(
      "optout-no-leak",
      .optOut,
      "Nothing viewed while opted out is reported as opted in",
      source: "001_02a7fd0bf6158311.txt; our inference",
      basis: .ours,
      remedy: "Call `userOptOut` on the running instance, not on a second one.",
      record: "Opt out for six minutes, opt in again, and play on for six minutes.",
      judge: OptOutJudges.noLeak
    ),
    RehearsalItem(
      "optin-returns",
      .optOut,
      "After opting in a new viewing is measured as before",
      source: "W: DCR Pre-Certification Checklist; 002_0887932e29f3ccdb.txt",
      remedy: "Pass `nielsenappsdk://0` to `userOptOut` and start playback again.",
      record: "Opt in, start another viewing, and play it for six minutes; note it with --actions.",
      judge: OptOutJudges.returns
    ),
    RehearsalItem(
      "optout-page",
      .optOut,
      "The opt-out page was opened",
      source:
        "000_b9806a5a179dbbce.txt; 001_02a7fd0bf6158311.txt; 002_0887932e29f3ccdb.txt; W: "
        + "Digital Pre-Certification Checklist App SDK",
      remedy: "Load `optOutURL` in a web view; retry when it is empty.",
      record: "Record all requests (HAR), open the opt-out page of the app, and opt out.",
      judge: OptOutJudges.page
    ),
  ]

  private static let identities: [RehearsalItem] = [
    RehearsalItem(
      "noid-opted-out",
      .optOut,
      "An app without ids is opted out from its start",
      source: "000_b9806a5a179dbbce.txt; our inference",
      basis: .ours,
      remedy: "With the NoID build call `userOptOut(\"nielsenappsdk://1\")` right after init.",
      record: "Record an app that links the NoID build.",
      judge: IdentityJudges.noID
    ),
    RehearsalItem(
      "device-id-hashed",
      .optOut,
      "The device id is a hash, and stays",
      source: "000_b9806a5a179dbbce.txt; ping-fields.json",
      remedy: "Never pass a raw advertising id.",
      record: "Opt in, and play for a minute.",
      judge: IdentityJudges.deviceID
    ),
    RehearsalItem(
      "fpid",
      .optOut,
      "The first party id has its form, and stays",
      source: "000_b9806a5a179dbbce.txt; ping-fields.json",
      remedy:
        "Pass `enableFpid` as `\"true\"` or `\"false\"`, the same at each start unless "
        + "consent changed.",
      record: "Opt in, start the app with `enableFpid`, and play for a minute.",
      judge: IdentityJudges.fpid
    ),
    RehearsalItem(
      "login-hash",
      .optOut,
      "Log-in ids are hashes",
      source: "000_b9806a5a179dbbce.txt",
      remedy: "Pass the hash of the e-mail address, never the address.",
      record: "Log in before the SDK starts, and record from the start of the app.",
      judge: IdentityJudges.loginHash
    ),
    RehearsalItem(
      "session-id",
      .optOut,
      "The session id has its form, one for each launch",
      source: "ping-fields.json",
      remedy: "Create one instance at launch and keep it.",
      record: "Play for a minute.",
      judge: IdentityJudges.sessionID
    ),
  ]
}
