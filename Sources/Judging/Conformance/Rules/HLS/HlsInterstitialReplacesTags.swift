struct HlsInterstitialReplacesTags: NoteRule {
  static let title = "Interstitial replaces tagged content"
  static let text = """
    An interstitial does not replace content that has tags with assets that have none.

    A player skips as much of the content as X-RESUME-OFFSET says, or as the assets last, and with
    it the tags of that time. Players that do not support interstitials play the content, and count
    it.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.playlist, .tags],
    remedy:
      "Set X-RESUME-OFFSET to 0 if the content is to be played after the break, or use assets with tags.",
    source: "8216bis D"
  )
}
