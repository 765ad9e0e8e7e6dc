import NielsenAppApi

/// A simulated player: the asset, the position, and the calls that an app makes for each second.
///
/// The player does not advance by itself. A stream or a scenario sets ``position`` and the clock of
/// the app, and calls ``playSecond(_:)``.
final class PlayerLoop {
  let app: PlayedApp
  var channelInfo: [String: String]
  var content: [String: String]
  private let playheadKind: PlaybackOptions.Playhead
  /// The Unix time of position 0, added to positions to make live playheads.
  private let liveStart: Int64

  /// The second being played; -1 before playback.
  var position: Int64 = -1 { didSet { app.second = position } }
  /// The second that was last played on this device; nil before playback.
  private var latest: Int64?

  /// The ad breaks to play. A break that becomes known late is played from the next second on.
  var adBreaks = AdBreaks()
  var ad: AdBreaks.Break?
  /// Whether every second is played in order. Content then continues after an ad where it stopped, even if the marker
  /// of the ad came late. If false, only the ad breaks determine where the content continues.
  private let isInOrder: Bool
  /// The second at which the player changed to the ad: later than the start of the ad if its marker came late.
  private var adEntry: Int64 = 0
  private var playedAdSeconds: Int64 = 0

  /// Makes a player that plays nothing yet. `liveStart` is the time of second 0 for live playheads, in Unix seconds.
  init(
    _ app: PlayedApp,
    options: PlaybackOptions,
    liveStart: Int64,
    isInOrder: Bool = false
  ) {
    self.app = app
    self.liveStart = liveStart
    self.isInOrder = isInOrder
    channelInfo = ["channelName": options.channelName]
    content = options.metadata
    playheadKind = options.playhead
  }

  // MARK: - Seconds

  /// The playhead: seconds of the content or ad, or Unix seconds for live playheads.
  var playhead: Int64 {
    if playheadKind == .live { return liveStart + position }
    if let ad { return position - ad.start }
    return position - (isInOrder ? playedAdSeconds : adBreaks.seconds(before: position))
  }

  var metadata: [String: String] { ad?.metadata ?? content }

  /// Plays the second at ``position``, then sends its tags.
  func playSecond(_ tags: [HeldTag] = []) {
    if !app.isCasting {
      changeOver()
      latest = position
    }
    passPlayhead()
    for tag in tags { send(tag) }
  }

  func passPlayhead() { app.handle(.playheadPosition(playhead), instance: app.measuring) }

  func send(_ tag: HeldTag) {
    for owner in tag.owners { app.handle(.sendID3(owner), instance: app.measuring) }
  }

  /// Starts or ends an ad break, or changes to the next one, with the calls that an app makes.
  private func changeOver() {
    let next = adBreaks.breakAt(position)
    guard next?.start != ad?.start else { return }
    // The content or ad that ends gets one more playhead because its last second has been played.
    if latest == position - 1 { app.handle(.playheadPosition(playhead)) }
    app.handle(.stop)
    if ad != nil { playedAdSeconds += position - adEntry }
    ad = next
    adEntry = position
    app.handle(.loadMetadata(CallArgument(metadata)))
  }

  // MARK: - Viewing sessions

  func begin() {
    app.handle(.play(CallArgument(channelInfo)))
    app.handle(.loadMetadata(CallArgument(metadata)))
  }
}
