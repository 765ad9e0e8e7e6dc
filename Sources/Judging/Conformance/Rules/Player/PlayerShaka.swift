struct PlayerShaka: PlayerRule {
  static let title = "Shaka Player misses tags"
  static let text = """
    How many tags Shaka Player would show.

    It reads transport streams as hls.js does, with any audio and video, and each segment for
    itself: a tag over the end of a segment is lost, and a step of the PTS moves tags in the rest of
    its segment only. In packed audio it reads the tags at the start of a segment. It reads event
    messages in DASH, but in HLS only if mediaSource.dispatchAllEmsgBoxes is set. Its time 0 is the
    first DTS.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Declare one ID3 PID with stream_type 0x15 in the first program, write one whole tag and a PTS "
      + "into each PES.",
    source:
      "shaka-project/shaka-player lib/util/ts_parser.js, lib/media/media_source_engine.js"
  )
  static let policy = PlayerPolicy.shaka

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
