import NielsenAppApi

/// A player as its engine knows it: what is played, how far it has come, and the calls that an app makes for
/// a second of playing.
///
/// It does not advance by itself. A stream or the steps of a scenario drive it: they
/// set ``position`` and the clock of the engine, and call ``playSecond(_:)``.
final class PlayerLoop {
  let app: PlayedApp
  /// The argument of `play`.
  var channelInfo: [String: String]
  /// The argument of `loadMetadata` for the content.
  var content: [String: String]
  private let playheadKind: PlaybackOptions.Playhead
  /// What is added to a position to make a live playhead.
  private let liveStart: Int64

  /// The second being played; -1 before the first.
  var position: Int64 = -1 { didSet { app.second = position } }
  /// The second that was played last; nil before the first.
  private var latest: Int64?

  /// The ad breaks to play; those known when a second is played count.
  var adBreaks = AdBreaks()
  /// The ad that is played; nil: the content.
  var ad: AdBreaks.Break?
  /// Whether every second is played in order: then content continues after an ad where it was left, also
  /// when the mark of the ad came late. Otherwise the marks alone say where it continues.
  private let isInOrder: Bool
  /// The second at which the player went over to the ad: marks may come late.
  private var adEntry: Int64 = 0
  private var playedAdSeconds: Int64 = 0

  /// Makes a player that plays nothing yet. `liveStart`: the time of second 0 for live playheads, in Unix seconds.
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

  /// Seconds of the content or of the ad; for live playheads the time of the day.
  var playhead: Int64 {
    if playheadKind == .live { return liveStart + position }
    if let ad { return position - ad.start }
    return position - (isInOrder ? playedAdSeconds : adBreaks.seconds(before: position))
  }

  /// The argument of `loadMetadata` for what is played now.
  var metadata: [String: String] { ad?.metadata ?? content }

  /// Plays the second at ``position``, then sends the tags in it.
  func playSecond(_ tags: [HeldTag] = []) {
    if !app.isCasting {
      changeOver()
      latest = position
    }
    passPlayhead()
    for tag in tags { send(tag) }
  }

  /// Gives the position to the instance that measures: for each second, and when another takes over in one.
  func passPlayhead() { app.handle(.playheadPosition(playhead), instance: app.measuring) }

  /// Sends a tag in the second being played.
  func send(_ tag: HeldTag) {
    for owner in tag.owners { app.handle(.sendID3(owner), instance: app.measuring) }
  }

  /// Begins an ad break, ends it, or changes to the next, with the calls that an app makes.
  private func changeOver() {
    let next = adBreaks.breakAt(position)
    guard next?.start != ad?.start else { return }
    // Repeats the last second of what ends: it has been played to here.
    if latest == position - 1 { app.handle(.playheadPosition(playhead)) }
    app.handle(.stop)
    if ad != nil { playedAdSeconds += position - adEntry }
    ad = next
    adEntry = position
    app.handle(.loadMetadata(CallArgument(metadata)))
  }

  // MARK: - Viewing sessions

  /// Reports that playing begins, or continues.
  func begin() {
    app.handle(.play(CallArgument(channelInfo)))
    app.handle(.loadMetadata(CallArgument(metadata)))
  }
}
