/// PID and stream_type of the ID3 stay from one discontinuity to the next.
///
/// Players that took the PID from the first PMT never hear of the second.
struct PmtUnstable: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Keep the PID, and declare it from the beginning, tag or not.",
    source: "ours"
  )
}
