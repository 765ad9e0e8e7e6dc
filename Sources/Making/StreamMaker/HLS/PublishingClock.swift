/// The clock that a live channel follows.
public struct PublishingClock {
  /// The time in Unix seconds.
  public var now: () -> Double
  /// Returns at this Unix time, at once when it has passed. An error that it throws ends the channel.
  public var wait: (_ time: Double) throws -> Void

  /// A clock of the given parts.
  public init(now: @escaping () -> Double, wait: @escaping (_ time: Double) throws -> Void) {
    self.now = now
    self.wait = wait
  }
}
