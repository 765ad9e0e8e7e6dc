extension RehearsalItem {
  /// Playheads and interruptions.
  static let interruptions: [RehearsalItem] =
    playheads + notCounted + interruptionEffects

  private static let playheads: [RehearsalItem] = [
    RehearsalItem(
      "playhead-not-faster",
      .interruptions,
      "No more seconds are credited than passed",
      source: "000_b9806a5a179dbbce.txt; ping-fields.json",
      remedy: "Call `playheadPosition` once per second, from one timer.",
      record: "Play content for six minutes.",
      judge: PlayheadJudges.notFaster
    ),
    RehearsalItem(
      "playhead-each-second",
      .interruptions,
      "Nearly every second played is credited",
      source: "000_b9806a5a179dbbce.txt; 001_02a7fd0bf6158311.txt; 95 %: our inference",
      remedy: "Pass every whole second; steps above 2 s count as seeks.",
      record:
        "Play for six minutes without a pause, or note all pauses and buffering with "
        + "--actions.",
      judge: PlayheadJudges.eachSecond
    ),
    RehearsalItem(
      "playhead-unit",
      .interruptions,
      "Playheads are seconds of the asset",
      source: "000_b9806a5a179dbbce.txt; our inference",
      basis: .ours,
      remedy: "Pass seconds, not milliseconds; wall-clock seconds only for live.",
      record: "Play on-demand content with a `length` for six minutes.",
      judge: PlayheadJudges.unit
    ),
    RehearsalItem(
      "playhead-live",
      .interruptions,
      "A seek in a live stream closes the segment, and crediting goes on",
      source: "000_b9806a5a179dbbce.txt",
      remedy: "Pass the Unix time of the picture shown, not the current time.",
      record: "Seek back in a live stream, note it with --actions, and play on for five minutes.",
      judge: PlayheadJudges.live
    ),
  ]

  private static let notCounted: [RehearsalItem] = [
    RehearsalItem(
      "pause-not-counted",
      .interruptions,
      "No seconds are credited while playing is paused",
      source: "000_b9806a5a179dbbce.txt; 001_02a7fd0bf6158311.txt; W: Digital Measurement FAQ",
      remedy: "Call `stop` and end the playhead timer on pause.",
      record: "Pause for a minute, note it with --actions, and play on for five minutes.",
      judge: InterruptionJudges.pauseNotCounted
    ),
    RehearsalItem(
      "background-not-counted",
      .interruptions,
      "No seconds of video are credited in the background",
      source: "000_b9806a5a179dbbce.txt; W: DTVR Pre-Certification Checklist",
      remedy: "Call `stop` when the app goes to the background or the device locks.",
      record: "Send the app to the background for a minute, and note it with --actions.",
      judge: InterruptionJudges.backgroundNotCounted
    ),
    RehearsalItem(
      "buffer-not-counted",
      .interruptions,
      "Buffering is not credited, and a short one begins nothing new",
      source: "000_b9806a5a179dbbce.txt; W: Digital Measurement FAQ",
      remedy: "During buffering pass no playhead; call `stop` only after 30 s.",
      record: "Throttle the network until the player buffers, and note it with --actions.",
      judge: InterruptionJudges.bufferNotCounted
    ),
    RehearsalItem(
      "stop-on-interruption",
      .interruptions,
      "An interruption stops the measurement at once",
      source:
        "W: DTVR Pre-Certification Checklist; W: DCR Pre-Certification Checklist; "
        + "000_b9806a5a179dbbce.txt",
      remedy:
        "Call `stop` at once for pause, call, alarm, lock, background, headphones, "
        + "network loss, channel change.",
      record: "Interrupt a channel with tags, or an ad, and note it with --actions.",
      judge: InterruptionJudges.stop
    ),
    RehearsalItem(
      "resume-credits",
      .interruptions,
      "After an interruption crediting starts again",
      source: "W: DTVR Pre-Certification Checklist; W: Digital Measurement FAQ",
      remedy: "On resume call `play`, `loadMetadata`, then pass playheads and tags.",
      record: "Pause, note it with --actions, and play on for six minutes.",
      judge: InterruptionJudges.resume
    ),
    RehearsalItem(
      "resume-after-long-pause",
      .interruptions,
      "After half an hour a new viewing begins",
      source: "000_b9806a5a179dbbce.txt; 1800 s: W: Digital Measurement Content Audit Beacon",
      remedy: "After a long pause start a new viewing: `play`, `loadMetadata`.",
      record:
        "Pause for more than half an hour, note it with --actions, and play on for five "
        + "minutes.",
      judge: InterruptionJudges.longPause
    ),
  ]

  private static let interruptionEffects: [RehearsalItem] = [
    RehearsalItem(
      "offline-queued",
      .interruptions,
      "Pings of the time without a network arrive later",
      source: "000_b9806a5a179dbbce.txt; ping-fields.json",
      remedy: "Do not destroy the SDK instance when the network is lost.",
      record:
        "Cut the network for six minutes, note it with --actions, and record for two "
        + "minutes more.",
      judge: InterruptionJudges.offline
    ),
    RehearsalItem(
      "channel-change-closes",
      .interruptions,
      "A change of channel ends the old viewing first",
      source: "W: Digital Measurement FAQ; 000_b9806a5a179dbbce.txt",
      remedy: "Call `stop` and `end` for the old channel, then `play`, `loadMetadata` for the new.",
      record: "Change the channel after two minutes, and note it with --actions.",
      judge: InterruptionJudges.channelChange
    ),
    RehearsalItem(
      "kill-new-session",
      .interruptions,
      "A new launch is a new app session",
      source: "W: DTVR Pre-Certification Checklist; our inference",
      basis: .ours,
      remedy: "Create the instance at launch; call `stop` when the app is about to terminate.",
      record: "Kill the app while it plays, launch it again, and note both with --actions.",
      judge: InterruptionJudges.kill
    ),
    RehearsalItem(
      "interruptions-covered",
      .interruptions,
      "Every kind of interruption was tried",
      source: "000_b9806a5a179dbbce.txt",
      remedy:
        "Exercise: pause, network loss, call, alarm, buffering, lock, background, channel "
        + "change, headphones.",
      record: "Try all nine kinds, and note them with --actions.",
      judge: InterruptionJudges.covered
    ),
  ]
}
