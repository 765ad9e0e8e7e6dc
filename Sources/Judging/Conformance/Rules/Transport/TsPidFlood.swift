struct TsPidFlood: NoteRule {
  static let title = "Too many PIDs or programs"
  static let text = """
    The number of PIDs and programs is within the limits of the reader.

    The tables of the reader are bounded: ID3 on further PIDs is not read.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Check programs one by one, or look for the device that declares too many.",
    source: "ours"
  )
}
