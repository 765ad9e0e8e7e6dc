import NielsenAppApi

/// One stream being played: the engine and how far it has come.
final class PlaybackRun {
  private let engine: PlaybackEngine
  private let start: Int64
  private let isLive: Bool
  private let metadata: [String: String]
  private let isCancelled: @Sendable () -> Bool
  /// The second being played; -1 before the first.
  private var second: Int64 = -1
  /// The ad breaks to play; those known when a second is played count.
  var adBreaks = AdBreaks()
  private var ad: AdBreaks.Break?
  /// The second at which the player went over to the ad: marks may come late.
  private var adEntry: Int64 = 0
  /// Seconds of ads played so far: content continues where it was left.
  private var adSeconds: Int64 = 0

  /// Starts the engine at `start` (Unix seconds) and begins to play.
  init(
    options: PlaybackOptions,
    start: Int64,
    errors: EngineErrorLog,
    onPing: @escaping (TimedPing) -> Void
  ) {
    engine = PlaybackEngine(options: options, start: start, errors: errors, onPing: onPing)
    self.start = start
    metadata = options.metadata
    isCancelled = options.isCancelled
    isLive = options.playhead == .live
    engine.api?.play(["channelName": options.channelName])
    engine.api?.loadMetadata(options.metadata)
    handOut()
  }

  /// Plays all seconds up to and with `last`.
  func play(to last: Int64) {
    while second < last, !isCancelled() {
      second += 1
      engine.setClock(start + second)
      changeOver()
      engine.api?.playheadPosition(playhead)
      handOut()
    }
  }

  /// Seconds of the content or of the ad; for live playheads the time of the day.
  private var playhead: Int64 {
    if isLive { return start + second }
    return ad.map { second - $0.start } ?? second - adSeconds
  }

  /// Begins an ad break, ends it, or changes to the next, with the calls that an app makes.
  private func changeOver() {
    let next = adBreaks.breakAt(second)
    guard next?.start != ad?.start else { return }
    // Repeats the last second of what ends: it has been played to here.
    if second > 0 { engine.api?.playheadPosition(playhead) }
    engine.api?.stop()
    if ad != nil { adSeconds += second - adEntry }
    ad = next
    adEntry = second
    engine.api?.loadMetadata(next?.metadata ?? metadata)
    handOut()
  }

  /// Sends a tag at the second being played.
  func send(_ owner: String) {
    if second < 0 { play(to: 0) }
    engine.api?.sendID3(owner)
    handOut()
  }

  /// Ends the viewing session.
  func end() {
    engine.api?.end()
    handOut()
  }

  private func handOut() { engine.handOut(at: second) }
}
