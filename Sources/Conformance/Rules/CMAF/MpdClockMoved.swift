/// All versions of a dynamic MPD have one availabilityStartTime.
///
/// It is where time 0 of the presentation stands on the wall clock. Players that keep the first one ask for segments
/// too early or too late when it moves; those that take the new one jump. Times of the day go by the first one here.
struct MpdClockMoved: NoteRule {
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
