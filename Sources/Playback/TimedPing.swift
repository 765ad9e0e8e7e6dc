import NielsenAppApi

/// A ping and where in the stream it was made.
public struct TimedPing: Sendable, Equatable {
  /// The ping.
  public var ping: Ping
  /// The second of the presentation timeline that was being played; 0 for the ping of the start.
  public var time: Double
  /// Whether the receiver of a cast made it, not the app.
  public var isReceivers: Bool

  /// Makes a value of its parts.
  public init(ping: Ping, time: Double, isReceivers: Bool = false) {
    self.ping = ping
    self.time = time
    self.isReceivers = isReceivers
  }
}
