struct MpdClockMoved: NoteRule {
  static let title = "Start of the live presentation moved"
  static let text = """
    All versions of a dynamic MPD have one availabilityStartTime.

    It is the wall-clock time of presentation time 0. If it changes, players that keep the first
    value request segments too early or too late, and those that use the new one jump. Times of day
    go by the value of the version that first listed a segment or an event.
    """
  static let traits = RuleTraits(
    .cmaf,
    .warning,
    needs: [.livePlaylist, .manifest],
    remedy:
      "Keep availabilityStartTime when the packager starts again, and begin a new Period instead.",
    source:
      "ISO/IEC 23009-1, 5.4.1; Dash-Industry-Forum/dash.js#5136, shaka-project/shaka-player#733"
  )
}
