struct PlayerGpac: PlayerRule {
  static let title = "GPAC misses tags"
  static let text = """
    How many tags GPAC would recognise as Nielsen's.

    It recognises them by their first 36 bytes, and passes ID3 on with the audio of its program:
    without audio it passes nothing.
    """
  static let traits = RuleTraits.player(
    remedy: "Keep the header of the tag as the encoder wrote it, and audio in its program.",
    source: "gpac/gpac src/media_tools/id3.c"
  )
  static let policy = PlayerPolicy.gpac

  var judges = PlayerJudges(policy)

  init(_ settings: RuleSettings) {}
}
