import TransportStream

/// An interstitial in the making. Its asset is the beginning of the presentation, without tags.
final class MadeInterstitial {
  /// The folder of the asset.
  static let folder = "ad"
  /// How long the asset is at least, in ticks of 90 kHz: two tags come in that time.
  private static let minimumDuration = 20 * Timestamp.ticksPerSecond

  private let changes: PresentationChanges.Interstitial
  private let asset: MadeRendition
  private let options: PresentationOptions
  private let store: any PresentationStore
  private var duration: Int64 = 0
  private var written: WrittenInterstitial?

  /// An interstitial.
  ///
  /// - Parameters:
  ///   - changes: The interstitial of the fault, with the part of the content that it replaces.
  ///   - asset: Makes the segments of the asset.
  ///   - options: The presentation.
  ///   - store: Takes the playlist of the asset.
  init(
    _ changes: PresentationChanges.Interstitial,
    asset: MadeRendition,
    options: PresentationOptions,
    store: any PresentationStore
  ) {
    self.changes = changes
    self.asset = asset
    self.options = options
    self.store = store
  }

  /// Takes the next segment of the presentation. Once the asset is long enough, it is stored.
  func take(_ content: SegmentContent) throws {
    guard written == nil else { return }
    try asset.take(content)
    duration += content.end - content.start
    guard duration >= Self.minimumDuration else { return }
    try asset.finish()
    let playlist = asset.playlist(
      targetDuration: max(WrittenPlaylist.rounded(asset.longestSegment), 1),
      isOnDemand: true,
      isComplete: true
    )
    try store.write(Array(playlist.text.utf8), to: asset.playlistName)
    let start = Double(options.stream.start) + PresentationChanges.struckSecond
    written = WrittenInterstitial(
      uri: "../" + asset.playlistName,
      start: Int64(start * 1000),
      duration: duration,
      resumeOffset: changes.resumeOffset
    )
  }

  /// The interstitial in playlists; nil before the asset exists.
  var listed: WrittenInterstitial? { written }
}
