/// A server that promises blocking reloads holds its answer until there is something new.
///
/// Where EXT-X-SERVER-CONTROL has CAN-BLOCK-RELOAD=YES, players ask for the next part before it is there. A
/// server that answers at once, or refuses the question, makes them ask again and again; tags come late. The
/// playlist is then read like any other.
struct HlsLlBlockingReload: NoteRule {
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy:
      "Check that the origin, and every cache before it, keeps the query parameters _HLS_msn and _HLS_part.",
    source: "8216bis §6.2.5.2"
  )
}
