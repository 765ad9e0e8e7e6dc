/// ID3 has a PID of its own in the PMT, one that may carry a stream.
///
/// A PID that is listed twice has two declarations, and each player follows another. PIDs below 0x10 are
/// reserved for tables, and 0x1fff carries null packets, which every device may drop.
struct PmtPid: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "List the ID3 PID one time in the PMT, with a number from 0x10 to 0x1ffe.",
    source: "H.222 2.4.3.3, table 2-3, 2.4.4.8"
  )
}
