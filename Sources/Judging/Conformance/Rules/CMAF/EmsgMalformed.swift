struct EmsgMalformed: NoteRule {
  static let title = "MP4 boxes cannot be read"
  static let text = """
    The boxes of fragmented MP4 can be read: their sizes fit, their strings end.

    A player loses everything after a broken box. An input or segment that only ends within a box is
    reported by `tag-truncated` or `hls-segment-cut`.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    remedy: "Look at the box at the given byte; the packager wrote it wrong.",
    source: "DASH"
  )
}
