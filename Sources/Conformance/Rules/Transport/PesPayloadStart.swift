/// The payload of a PES packet starts with the tag.
///
/// hls.js and mux.js look for ID3 at the first byte alone.
struct PesPayloadStart: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tags],
    remedy: "Look for the device that puts bytes before the tags; leave metadata headers out.",
    source: "Apple 2.2"
  )
}
