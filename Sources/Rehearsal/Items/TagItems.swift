import PingAnalysis

extension RehearsalItem {
  /// The advice of a comparison as a sentence.
  private static func sentence(_ cause: String) -> String {
    cause.prefix(1).uppercased() + cause.dropFirst() + "."
  }

  /// DTVR and ID3.
  static let tags: [RehearsalItem] = tagImpressions + tagDurations + tagPayloads + tagNames

  private static let tagImpressions: [RehearsalItem] = [
    RehearsalItem(
      "dtvr-tags-arrive",
      .tags,
      "The tags of the stream reach the SDK",
      source: "W: DTVR Pre-Certification Checklist; 001_02a7fd0bf6158311.txt",
      remedy: "Observe timed metadata on the player item and pass every PRIV owner to `sendID3`.",
      record: "Play a stream with tags for two minutes, leave it, and give it with --stream.",
      judge: TagJudges.tagsArrive
    ),
    RehearsalItem(
      "dtvr-impression-first",
      .tags,
      "A CID session begins with an impression",
      source: "W: DCR vs DTVR; values: ping-fields.json",
      remedy: "Call `play` before the first tag.",
      record: "Record from the start of the app, or change to another channel.",
      judge: TagJudges.impressionFirst
    ),
    RehearsalItem(
      "dtvr-lookup-first",
      .tags,
      "A lookup goes with the first impression of a CID",
      source: "W: DCR vs DTVR",
      remedy: "Let `/cgi-bin/tsv` pass the proxy and the app's allow-list.",
      record: "Record from the start of the app, with all hosts.",
      judge: TagJudges.lookupFirst
    ),
    RehearsalItem(
      "dtvr-view-once",
      .tags,
      "A CID session has one view",
      source: "W: DCR vs DTVR; 30 seconds: ping-fields.json",
      remedy: "Play without seeks for two minutes; check that tags arrive steadily.",
      record: "Play a channel for six minutes from the start of the app.",
      judge: TagJudges.viewOnce
    ),
  ]

  private static let tagDurations: [RehearsalItem] = [
    RehearsalItem(
      "dtvr-duration",
      .tags,
      "After the view a duration follows for every five minutes",
      source: "W: DCR vs DTVR; our engine's specification",
      remedy: "Keep passing tags, and playheads when the app uses them.",
      record: "Play a channel for six minutes from the start of the app.",
      judge: TagJudges.duration
    ),
    RehearsalItem(
      "dtvr-segments-in-order",
      .tags,
      "The segments of a CID session are numbered without a hole",
      source: "our engine's specification",
      basis: .ours,
      remedy: sentence(LikelyCause.lostSegment),
      record: "Play a channel for eleven minutes; note the seeks with --actions.",
      judge: TagJudges.segmentsInOrder
    ),
    RehearsalItem(
      "dtvr-end-marked",
      .tags,
      "The last duration of a viewing says that it ended",
      source: "001_02a7fd0bf6158311.txt; ping-fields.json",
      remedy: "Call `stop` and `end` when the channel is left.",
      record: "Leave the channel after six minutes, and note `end` with --actions.",
      judge: TagJudges.endMarked
    ),
    RehearsalItem(
      "raw-each-minute",
      .tags,
      "Tags are reported at least every 90 seconds",
      source: "W: DCR vs DTVR (once a minute); 90 s: our engine's specification",
      remedy: sentence(LikelyCause.lostTags) + " Do not leave out repeated ones or filter by CID.",
      record: "Play a channel for six minutes without a pause.",
      judge: TagJudges.rawEachMinute
    ),
  ]

  private static let tagPayloads: [RehearsalItem] = [
    RehearsalItem(
      "raw-payload-form",
      .tags,
      "A reported tag has 249 characters in seven fields",
      source: "001_02a7fd0bf6158311.txt; our engine's specification",
      remedy: "Pass the PRIV owner text unchanged: no trimming, decoding or case change.",
      record: "Play a channel with tags for two minutes, and leave it.",
      judge: PayloadJudges.form
    ),
    RehearsalItem(
      "raw-matches-stream",
      .tags,
      "A reported tag is one of the stream, byte for byte",
      source: "W: DTVR Pre-Certification Checklist",
      basis: .ours,
      remedy: "Check that the app played this stream, and that the payload is not re-encoded.",
      record: "Give the stream that was played with --stream.",
      judge: PayloadJudges.matchesStream
    ),
    RehearsalItem(
      "raw-all-tags",
      .tags,
      "Every tag of the stream that was played is reported",
      source: "W: DTVR Pre-Certification Checklist (\"consistently\"); 001_02a7fd0bf6158311.txt",
      remedy: sentence(LikelyCause.lostTags),
      record: "Give the stream with --stream, what was done with --actions, and record to the end.",
      judge: PayloadJudges.allTags
    ),
    RehearsalItem(
      "raw-order",
      .tags,
      "Tags are reported in the order of the stream",
      source: "our inference",
      basis: .ours,
      remedy: "Call `sendID3` from one queue.",
      record: "Play a channel for two minutes; note the seeks with --actions.",
      judge: PayloadJudges.order
    ),
    RehearsalItem(
      "raw-steady",
      .tags,
      "Tags are reported without gaps",
      source: "W: DTVR Pre-Certification Checklist; 15 s: our engine's specification",
      remedy: sentence(LikelyCause.lostTags)
        + " Remove the condition that stops `sendID3` (full screen, PiP, background task).",
      record: "Play a channel for two minutes; note pauses and seeks with --actions.",
      judge: PayloadJudges.steady
    ),
    RehearsalItem(
      "dtvr-cid-known",
      .tags,
      "The CIDs that are credited are those of the stream",
      source: "ping-fields.json; our inference",
      basis: .ours,
      remedy: "Check the channel's encoder; do not build tags in the app.",
      record: "Give the stream that was played with --stream.",
      judge: PayloadJudges.cidKnown
    ),
  ]

  private static let tagNames: [RehearsalItem] = [
    RehearsalItem(
      "dtvr-admodel",
      .tags,
      "The ad model is linear or dynamic",
      source: "W: DTVR iOS SDK; W: DCR vs DTVR",
      remedy: "Pass `adModel` `1` (linear ads) or `2` (dynamic) in `loadMetadata`.",
      record: "Play a channel with tags for a minute.",
      judge: TagJudges.adModel
    ),
    RehearsalItem(
      "channel-name",
      .tags,
      "The channel has a name of at most 32 characters",
      source: "W: DTVR iOS SDK; 001_02a7fd0bf6158311.txt",
      remedy: "Pass `channelName` to `play`.",
      record: "Play a channel with tags for two minutes, and leave it.",
      judge: TagJudges.channelName
    ),
    RehearsalItem(
      "channel-name-constant",
      .tags,
      "The channel's name stays until the viewing ends",
      source: "000_b9806a5a179dbbce.txt",
      remedy: "Keep `channelName` for the whole episode or channel.",
      record: "Play a channel with tags for three minutes.",
      judge: TagJudges.channelNameConstant
    ),
    RehearsalItem(
      "timeshift-resolved",
      .tags,
      "Durations carry the code that a lookup was answered with",
      source: "001_02a7fd0bf6158311.txt (time-shifted viewing code)",
      basis: .ours,
      remedy: "Let the lookup's answer reach the app.",
      record: "Record answers too (HAR with bodies), and play a channel for six minutes.",
      judge: TagJudges.timeShift
    ),
  ]
}
