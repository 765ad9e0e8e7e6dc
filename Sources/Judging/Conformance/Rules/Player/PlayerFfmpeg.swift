struct PlayerFfmpeg: PlayerRule {
  static let title = "FFmpeg does not pass all tags on"
  static let text = """
    How many tags FFmpeg would pass on complete.

    Before 6.1 it cuts five bytes off every tag of stream_type 0x15, and a copy has the damaged
    tags. It treats a PID that no PMT names as MP3, and before 6.0 it also needs a
    metadata_descriptor. No version reads event messages.
    """
  static let traits = RuleTraits.player(
    remedy: "Copy streams with FFmpeg 6.1 or later.",
    source: "FFmpeg libavformat/mpegts.c, mov.c"
  )
  static let policy = PlayerPolicy.ffmpeg

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
