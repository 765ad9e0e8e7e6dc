struct PlayerHlsjs: PlayerRule {
  static let title = "hls.js misses tags"
  static let text = """
    How many tags hls.js would show.

    In a transport stream it reads the first program of the PAT, a PMT of one packet, and there the
    first PID of stream_type 0x15. It needs H.264, HEVC (from 1.6), AAC or MPEG audio beside the
    tags. It drops a tag without PTS, not at the start of its PES, or in a PES that is shorter than
    declared, and does not read the flags of ID3 frames. It reads event messages whose scheme
    contains emsg/ID3 or emsg-ID3. Its time 0 is the lowest DTS of audio and video; up to 1.5 the
    lowest PTS. An event message of version 0 is shown too early by the start of the media time.
    """
  static let traits = RuleTraits.player(
    remedy:
      "Declare one ID3 PID with stream_type 0x15 in the first program, write a PTS into each PES; use "
      + "version 1 and AOM's scheme in emsg.",
    source: "video-dev/hls.js tsdemuxer.ts, mp4demuxer.ts, id3-track-controller.ts"
  )
  static let policy = PlayerPolicy.hlsjs

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
