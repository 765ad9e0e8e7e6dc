/// A live playlist is renewed within one and a half target durations.
///
/// A player whose playlist stands still runs out of segments, and stalls.
struct HlsPlaylistStale: NoteRule {
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Look whether the packager still runs, and whether a cache serves an old playlist.",
    source: "8216 §6.2.2"
  )
}
