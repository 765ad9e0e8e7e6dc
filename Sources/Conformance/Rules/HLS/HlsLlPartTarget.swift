/// No part is longer than the part target duration.
///
/// Players hold back three part target durations from the end: a longer part comes too late for them, and the
/// tags in it too.
struct HlsLlPartTarget: NoteRule {
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Raise PART-TARGET, or let the packager cut shorter parts.",
    source: "8216bis §4.4.3.7"
  )
}
