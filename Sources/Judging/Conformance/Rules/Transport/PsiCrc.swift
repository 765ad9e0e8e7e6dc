struct PsiCrc: NoteRule {
  static let title = "Wrong CRC of PAT or PMT"
  static let text = """
    The CRC-32 of PAT and PMT is correct.

    A player drops a table with a wrong CRC, and with it any change. A device that rewrites tables
    but not their CRC makes this fault in every copy.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy:
      "Look for the device that changes tables without making a new CRC, or for bad "
      + "reception.",
    source: "H.222 2.4.4, annex A"
  )
}
