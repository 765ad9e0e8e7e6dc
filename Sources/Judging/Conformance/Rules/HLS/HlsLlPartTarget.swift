struct HlsLlPartTarget: NoteRule {
  static let title = "Part longer than its target"
  static let text = """
    No part is longer than the part target duration.

    Players stay three part target durations behind the end: a longer part arrives too late for
    them, and so do its tags.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Raise PART-TARGET, or let the packager cut shorter parts.",
    source: "8216bis §4.4.3.7"
  )
}
