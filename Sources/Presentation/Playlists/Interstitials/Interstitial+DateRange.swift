import HLS
import TimedMetadata

extension Interstitial {
  private static let dateRangeClass = "com.apple.hls.interstitial"

  /// Nil for a date range of another class, or without an asset.
  init?(_ range: DateRange, in playlist: MediaPlaylist) {
    guard range.dateRangeClass == Self.dateRangeClass else { return nil }
    self.init(isOutside: range.cues.contains(.pre) || range.cues.contains(.post))
    assetURL = range.attribute("X-ASSET-URI").map { playlist.resolve($0) }
    assetListURL = range.attribute("X-ASSET-LIST").map { playlist.resolve($0) }
    resumeOffset = range.attribute("X-RESUME-OFFSET").flatMap(Self.seconds)
    playoutLimit = range.attribute("X-PLAYOUT-LIMIT").flatMap(Self.seconds).flatMap {
      $0 >= 0 ? $0 : nil
    }
    guard assetURL != nil || assetListURL != nil else { return nil }
  }

  private static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}
