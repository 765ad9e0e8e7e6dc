struct PmtPid: NoteRule {
  static let title = "PID of the ID3 shared or out of range"
  static let text = """
    ID3 has its own PID in the PMT, in the range allowed for streams.

    A PID that is listed twice has two declarations, and players differ in which one they use. PIDs
    below 0x10 are reserved for tables, and 0x1fff carries null packets, which every device may
    drop.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "List the ID3 PID one time in the PMT, with a number from 0x10 to 0x1ffe.",
    source: "H.222 2.4.3.3, table 2-3, 2.4.4.8"
  )
}
