import NielsenAppApi

/// A ping and where in the stream it was made.
public struct TimedPing: Sendable, Equatable {
  /// The ping.
  public var ping: Ping
  /// The second of the presentation timeline that was being played; 0 for the ping of the start.
  public var time: Double
  /// The instance of the SDK that made it: that of the app, or ``receiver``.
  public var instance: String

  /// The name of the instance of a cast's receiver.
  public static let receiver = "receiver"

  /// Makes a value of its parts.
  public init(ping: Ping, time: Double, instance: String = "A") {
    self.ping = ping
    self.time = time
    self.instance = instance
  }
}
