extension RehearsalItem {
  /// OTT and casting.
  static let casting: [RehearsalItem] = connecting + casts

  private static let connecting: [RehearsalItem] = [
    RehearsalItem(
      "ott-flag-and-type",
      .casting,
      "A connected device has a flag and a type",
      source: "003_5af46cfbdf2c7bcc.txt; 004_3fefc14d48752cd9.txt",
      remedy: "Pass `ottStatus` `1` together with `ottType` and `ottDevice`.",
      record: "Connect a device (AirPlay, Chromecast) while playing.",
      judge: CastingJudges.flagAndType
    ),
    RehearsalItem(
      "ott-type-known",
      .casting,
      "The type of the device is a documented one",
      source: "003_5af46cfbdf2c7bcc.txt; 004_3fefc14d48752cd9.txt",
      remedy: "Prefer the documented types: casting, airplay, mirroring, other.",
      record: "Connect a device (AirPlay, Chromecast) while playing.",
      judge: CastingJudges.typeKnown
    ),
    RehearsalItem(
      "ott-reported",
      .casting,
      "Pings show when a device is connected, and when not",
      source: "003_5af46cfbdf2c7bcc.txt; 004_3fefc14d48752cd9.txt",
      remedy: "Call `updateOTT` on every route change.",
      record: "Connect a device, disconnect it, note both with --actions, and play on.",
      judge: CastingJudges.reported
    ),
    RehearsalItem(
      "ott-at-launch",
      .casting,
      "A device that is connected at launch is reported",
      source: "003_5af46cfbdf2c7bcc.txt",
      remedy: "Call `updateOTT` at launch and on foreground.",
      record: "Connect a device, kill the app, launch it, play, and note it all with --actions.",
      judge: CastingJudges.atLaunch
    ),
  ]

  private static let casts: [RehearsalItem] = [
    RehearsalItem(
      "cast-sender-ends",
      .casting,
      "The sender ends its viewing when it casts",
      source: "003_5af46cfbdf2c7bcc.txt",
      remedy: "Call `end` before casting starts.",
      record: "Cast while content plays, and note it with --actions.",
      judge: CastingJudges.senderEnds
    ),
    RehearsalItem(
      "cast-sender-silent",
      .casting,
      "The sender reports nothing while it casts",
      source: "003_5af46cfbdf2c7bcc.txt",
      remedy: "Make no Nielsen call in the sender while it casts.",
      record: "Cast for two minutes, and note it with --actions.",
      judge: CastingJudges.senderSilent
    ),
    RehearsalItem(
      "cast-receiver-ids",
      .casting,
      "The receiver has the ids and the choice of the sender",
      source: "003_5af46cfbdf2c7bcc.txt",
      remedy: "Relay `demographicId` and `optOutStatus` in the cast metadata.",
      record: "Record the sender and the receiver in one capture.",
      judge: CastingJudges.receiverIDs
    ),
    RehearsalItem(
      "cast-sender-returns",
      .casting,
      "After the cast the sender begins a new viewing",
      source: "003_5af46cfbdf2c7bcc.txt",
      remedy: "Call `play` and `loadMetadata` when playback returns.",
      record: "Cast, come back, note both with --actions, and play on.",
      judge: CastingJudges.senderReturns
    ),
  ]
}
