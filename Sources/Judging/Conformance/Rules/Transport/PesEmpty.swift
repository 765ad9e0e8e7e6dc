struct PesEmpty: NoteRule {
  static let title = "Empty PES packet"
  static let text = """
    No PES packet on the PID of the ID3 is empty or filled with zeros.

    Some inserters fill the PID with such packets. Older releases of ExoPlayer stop at them.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Send nothing on the PID between tags.",
    source: "google/ExoPlayer#1966"
  )
}
