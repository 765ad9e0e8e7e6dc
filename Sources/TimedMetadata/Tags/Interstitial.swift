/// A break that a player fills with other presentations: EXT-X-DATERANGE of the class
/// `com.apple.hls.interstitial` (rfc8216bis, appendix D).
package struct Interstitial: Sendable, Hashable {
  /// X-ASSET-URI as an absolute URL.
  package var assetURL: String?
  /// X-ASSET-LIST as an absolute URL.
  package var assetListURL: String?
  /// X-RESUME-OFFSET: the seconds of the content that are not played; nil: as many as the assets last.
  /// Not above 0: nothing of the content is left out.
  package var resumeOffset: Double?
  /// X-PLAYOUT-LIMIT: no more seconds of the assets are played.
  package var playoutLimit: Double?
  /// CUE has PRE or POST: it is played before or after the content, at any place of its date range.
  package var isOutside: Bool

  /// An interstitial without assets.
  package init(isOutside: Bool) { self.isOutside = isOutside }
}
