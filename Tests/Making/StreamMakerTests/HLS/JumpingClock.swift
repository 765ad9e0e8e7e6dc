import StreamMaker

/// A clock that jumps to any time that someone waits for.
final class JumpingClock {
  var now: Double
  var waits: [Double] = []
  /// The time at which waiting ends the channel.
  var end = Double.infinity

  struct Ended: Error {}

  init(now: Double) { self.now = now }

  var clock: PublishingClock {
    PublishingClock(now: { self.now }) { time in
      self.waits.append(time)
      guard time <= self.end else { throw Ended() }
      self.now = max(self.now, time)
    }
  }
}
