struct PlayerMedia3: PlayerRule {
  static let title = "media3 or ExoPlayer misses tags"
  static let text = """
    How many tags media3 and ExoPlayer would show in HLS and DASH.

    They read the lowest PID of stream_type 0x15 of the first program that has any, and keep it.
    They drop a tag whose PES is not marked as aligned, ends before the tag by its declared length,
    or has other bytes before the tag; a PES without PTS stops them. They read one tag per PES or
    event message. They read event messages in AOM's scheme and in Apple's, in DASH where the MPD
    has an InbandEventStream; in HLS one of version 0 is shown too early by the start of the media
    time. Of packed audio they read the ID3 of AAC. Before 1.10 they drop the ID3 of audio
    renditions. Their time 0 is the first DTS.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Set data_alignment_indicator, write a PTS and one tag into each PES, keep the PID; use AOM's "
      + "scheme in emsg; carry the tags in the variants, too.",
    source:
      "androidx/media Id3Reader.java, TsExtractor.java, google/ExoPlayer#5747, #9155, "
      + "androidx/media#3043"
  )
  static let policy = PlayerPolicy.media3

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
