struct HlsInterstitialWithoutTags: NoteRule {
  static let title = "Interstitial without tags"
  static let text = """
    The assets of interstitials carry tags.

    Players that support interstitials (EXT-X-DATERANGE of the class com.apple.hls.interstitial)
    play the assets named by X-ASSET-URI or X-ASSET-LIST. `check` reads the first 30 s of at most 16
    of them, at most 64 MiB in all, under the address rules of the playlist. Ads often have no tags
    by design.
    """
  static let traits = RuleTraits(
    .hls,
    .info,
    needs: [.playlist, .tags],
    remedy: "If the assets are to be measured, let their encoder insert tags.",
    source: "8216bis D"
  )
}
