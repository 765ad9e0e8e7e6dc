struct HlsWindowMissed: NoteRule {
  static let title = "Segments left the window unread"
  static let text = """
    No segment left the window of a live playlist before it was read.

    Gaps found in unread segments may be caused by this reader, not by the feed.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    repairedBy: .server,
    remedy: "Read with a faster connection, or fewer renditions; look for a short playlist.",
    source: "ours"
  )
}
