struct TsScrambled: NoteRule {
  static let title = "ID3 is scrambled"
  static let text = """
    ID3 is in the clear.

    Players look for ID3 before any decryption, so a scrambled tag is lost.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Leave the PID of the ID3 out of scrambling.",
    source: "H.222 2.4.3.3, 2.4.3.7"
  )
}
