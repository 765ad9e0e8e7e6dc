import NielsenAppApi

/// A ping and where in the stream it was made.
public struct TimedPing: Sendable, Equatable {
  /// The ping.
  public var ping: Ping
  /// The second of the presentation timeline that was being played; 0 for the ping of the start.
  public var time: Double

  /// Makes a value of its parts.
  public init(ping: Ping, time: Double) {
    self.ping = ping
    self.time = time
  }
}
