/// A stream that drives the player: time passes as fast as tags come.
final class PlaybackRun {
  let loop: PlayerLoop
  private let clock: VirtualClock
  private let start: Int64

  /// Starts the engine at `start` (Unix seconds) and begins to play.
  init(
    options: PlaybackOptions,
    start: Int64,
    errors: EngineErrorLog,
    onPing: @escaping (TimedPing) -> Void
  ) {
    let clock = VirtualClock(milliseconds: start * 1000)
    let engine = PlaybackEngine(
      options: options,
      clock: { clock.milliseconds },
      errors: errors,
      onPings: { $0.forEach(onPing) }
    )
    loop = PlayerLoop(engine, options: options, liveStart: start, isInOrder: true)
    self.clock = clock
    self.start = start
    loop.begin()
  }

  /// Plays all seconds up to and with `last`.
  func play(to last: Int64) {
    while loop.position < last, !Task.isCancelled {
      loop.position += 1
      clock.set(milliseconds: (start + loop.position) * 1000)
      loop.playSecond()
    }
  }

  /// Plays up to the second of a tag and sends it; one that comes late is sent in the second being played.
  func play(_ tag: HeldTag) {
    play(to: Int64(tag.time))
    loop.send(tag)
  }
}
