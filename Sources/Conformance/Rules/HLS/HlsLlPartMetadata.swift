/// A tag does not begin in one part of a segment and end in the next.
///
/// Low-latency players are given parts. One that begins at the second part has half a tag and drops it; the
/// others show the tag when the second part has come.
struct HlsLlPartMetadata: NoteRule {
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    remedy: "Let the packager cut parts between PES packets of the ID3 stream.",
    source: "8216bis §4.4.4.9"
  )
}
