import HLS

/// A break that a player fills with other presentations: EXT-X-DATERANGE of the class
/// `com.apple.hls.interstitial` (rfc8216bis, appendix D).
package struct Interstitial: Sendable, Hashable {
  static let dateRangeClass = "com.apple.hls.interstitial"

  /// X-ASSET-URI as an absolute URL.
  package var assetURL: String?
  /// X-ASSET-LIST as an absolute URL.
  package var assetListURL: String?
  /// X-RESUME-OFFSET: the seconds of the content that are not played; nil: as many as the assets last.
  /// Not above 0: nothing of the content is left out.
  package var resumeOffset: Double?
  /// X-PLAYOUT-LIMIT: no more seconds of the assets are played.
  package var playoutLimit: Double?
  /// CUE has PRE or POST: it is played before or after the content, wherever its date range stands.
  package var isOutside: Bool

  /// Nil for a date range of another class, and without an asset.
  init?(_ range: DateRange, in playlist: MediaPlaylist) {
    guard range.dateRangeClass == Self.dateRangeClass else { return nil }
    assetURL = range.attribute("X-ASSET-URI").map { playlist.resolve($0) }
    assetListURL = range.attribute("X-ASSET-LIST").map { playlist.resolve($0) }
    resumeOffset = range.attribute("X-RESUME-OFFSET").flatMap(Self.seconds)
    playoutLimit = range.attribute("X-PLAYOUT-LIMIT").flatMap(Self.seconds).flatMap {
      $0 >= 0 ? $0 : nil
    }
    isOutside = range.cues.contains(.pre) || range.cues.contains(.post)
    guard assetURL != nil || assetListURL != nil else { return nil }
  }

  private static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
