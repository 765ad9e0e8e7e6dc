struct PlayerAvplayer: PlayerRule {
  static let title = "Tags not as Apple's documents have them"
  static let text = """
    How many tags meet Apple's documents; AVPlayer itself was not measured.

    They require stream_type 0x15, both metadata descriptors, stream_id 0xBD and a PTS, and in
    fragmented MP4 version 1 messages of AOM's scheme. AVPlayer may also show other tags: tags with
    stream_id 0x0D were reported to be shown (mangui/flashls#194).
    """
  static let traits = RuleTraits.player(
    remedy: "Write the stream as Apple's specification of timed metadata has it.",
    source: "Apple §2; About the CMAF format with HLS"
  )
  static let policy = PlayerPolicy.avplayer

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
