struct HlsLlBlockingReload: NoteRule {
  static let title = "Blocking reload does not block"
  static let text = """
    A server that announces blocking reloads holds its answer until the playlist has something new.

    Where EXT-X-SERVER-CONTROL has CAN-BLOCK-RELOAD=YES, players request the next part before it
    exists. A server that answers at once, or rejects the request, makes them poll repeatedly; tags
    come late. The playlist is then read like any other.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    repairedBy: .server,
    remedy:
      "Check that the origin, and every cache before it, keeps the query parameters _HLS_msn and _HLS_part.",
    source: "8216bis §6.2.5.2"
  )
}
