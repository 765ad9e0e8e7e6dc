import StreamMaker

/// A clock that jumps to each time that is waited for.
final class JumpingClock {
  var now: Double
  var waits: [Double] = []
  /// The end of the channel in Unix seconds: waiting beyond it throws an error.
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
