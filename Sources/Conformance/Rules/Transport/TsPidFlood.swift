/// The number of PIDs and programs is within what can be followed.
///
/// The tables are bounded: ID3 on the PIDs beyond is not read.
struct TsPidFlood: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Check programs one by one, or look for the device that declares so many.",
    source: "ours"
  )
}
