struct PlayerMuxjs: PlayerRule {
  static let title = "mux.js with VHS (Video.js) misses tags"
  static let text = """
    How many tags mux.js with VHS (Video.js) would show.

    In a transport stream it reads the first program of the PAT, PES of stream_type 0x15, one whole
    tag each from the first byte, where packets of H.264 or AAC come beside them. After a cut tag it
    treats the next bytes as part of it, up to a PES that is marked as aligned. It drops tags before
    the first picture, which is its time 0, and all tags of packed audio. It reads event messages of
    any scheme, one tag each. Playback stops at an event message without scheme or of a version
    other than 0 and 1, at a PMT with current_next_indicator 0, and can stop at text in a tag of any
    owner that is not UTF-8 as declared.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Declare stream_type 0x15, write one whole tag and a PTS into each PES, set "
      + "data_alignment_indicator.",
    source:
      "videojs/mux.js lib/m2ts/m2ts.js, metadata-stream.js; videojs/http-streaming text-tracks.js"
  )
  static let policy = PlayerPolicy.muxjs

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
