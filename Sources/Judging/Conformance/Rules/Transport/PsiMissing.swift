struct PsiMissing: NoteRule {
  static let title = "No PAT or PMT for the ID3"
  static let text = """
    A PAT and a PMT name every program with ID3.

    Without them a player finds neither the tags nor the media.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Send the PAT, and the PMT of every program, twice a second or more often.",
    source: "H.222 2.4.4"
  )
}
