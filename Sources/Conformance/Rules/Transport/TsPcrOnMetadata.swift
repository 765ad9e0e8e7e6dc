/// The program clock is not on the PID of the ID3.
///
/// Tags come every ten seconds and a clock reference is due every 0.1 s. A player that drops the PID, or a
/// packager that rewrites it, takes the clock away.
struct TsPcrOnMetadata: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Carry the PCR on the PID of the video, or of the audio.",
    source: "ours"
  )
}
