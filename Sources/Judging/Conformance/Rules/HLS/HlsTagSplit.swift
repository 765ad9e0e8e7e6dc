struct HlsTagSplit: NoteRule {
  static let title = "Tag split over two segments"
  static let text = """
    A tag does not begin in one segment and end in the next.

    A player that joins at the second segment, or changes the rendition between them, gets half a
    tag, and drops it.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.hlsPlaylist],
    remedy: "Let the segmenter cut between PES packets of the ID3 stream.",
    source: "8216 §3"
  )
}
