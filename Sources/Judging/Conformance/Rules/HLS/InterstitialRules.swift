struct HlsInterstitialReplacesTags: NoteRule {
  static let id: RuleID = "hls-interstitial-replaces-tags"
  static let title = "Interstitial replaces tagged content"
  static let text = """
    An interstitial does not replace content that has tags with assets that have no tags.

    A player skips the content, and the tags in it, for the time in X-RESUME-OFFSET or, without this
    attribute, for the duration of the assets. Players that do not support interstitials play the
    content, and its tags count.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.playlist, .tags],
    remedy:
      "Set X-RESUME-OFFSET to 0 if the content should be played after the break, or use assets with tags.",
    source: "rfc8216bis, appendix D"
  )
}

struct HlsInterstitialWithoutTags: NoteRule {
  static let id: RuleID = "hls-interstitial-without-tags"
  static let title = "Interstitial without tags"
  static let text = """
    The assets of interstitials carry tags.

    Players that support interstitials (EXT-X-DATERANGE of the class com.apple.hls.interstitial)
    play the assets named by X-ASSET-URI or X-ASSET-LIST. `check` reads the first 30 s of at most 16
    assets, and at most 64 MiB in all. The address rules of the playlist apply to the assets. Ads
    often have no tags by design.
    """
  static let traits = RuleTraits(
    .hls,
    .info,
    needs: [.playlist, .tags],
    remedy: "To measure the assets, configure their encoder to insert tags.",
    source: "rfc8216bis, appendix D"
  )
}
