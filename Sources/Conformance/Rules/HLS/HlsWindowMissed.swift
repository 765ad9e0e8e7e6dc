/// No segment left the window of a live playlist before it was read.
///
/// What was not read is not known: gaps found there may be ours, not the feed's.
struct HlsWindowMissed: NoteRule {
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Read with a faster connection, or fewer renditions; look for a short playlist.",
    source: "ours"
  )
}
