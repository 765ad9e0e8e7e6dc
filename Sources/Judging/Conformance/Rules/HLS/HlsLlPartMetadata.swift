struct HlsLlPartMetadata: NoteRule {
  static let title = "Tag split over two parts"
  static let text = """
    A tag does not begin in one part of a segment and end in the next.

    Low-latency players read parts. A player that starts at the second part gets half a tag and
    drops it; others show the tag only after the second part has arrived.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Let the packager cut parts between PES packets of the ID3 stream.",
    source: "8216bis §4.4.4.9"
  )
}
