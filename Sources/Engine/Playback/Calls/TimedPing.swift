import NielsenAppApi

/// A ping and the position in the stream at which it was made.
public struct TimedPing: Sendable, Equatable {
  /// The ping as the engine made it.
  public var ping: Ping
  /// The second of the presentation timeline or, for a list of calls, the seconds since its start.
  /// 0 for pings made before playback.
  public var time: Double
  /// The SDK instance that made the ping: the app's, ``receiver``, or one named in a list of calls.
  public var instance: String

  /// The name of the instance on a cast receiver.
  public static let receiver = "receiver"

  /// Makes a timed ping.
  public init(ping: Ping, time: Double, instance: String = "A") {
    self.ping = ping
    self.time = time
    self.instance = instance
  }
}

/// An event during playback.
package struct PlayedEvent: Sendable {
  package enum Kind: Sendable {
    case call(Call)
    case ping(TimedPing)
    /// An error of the SDK, a warning, or a note that a call has no effect, as text.
    case remark(String)
    /// An event of the app or the network with its name in a list of calls: `kill`, `offline`, `online`.
    case incident(String)
    /// An action of the viewer.
    case action(ViewerAction)
  }

  package var kind: Kind
  package var instance: String
  package var isReceiver: Bool
  /// The time of the clock, in Unix milliseconds.
  package var milliseconds: Int64
  /// The line in the list of calls; nil when no list is being played.
  package var line: Int?
}

/// An error of the engine, and how often it occurred during playback.
public struct EngineErrorCount: Sendable, Equatable {
  /// The error number: 1 to 15 of `LogCode` or 1001 to 1009 of `AppApiErrorCode`.
  public var code: Int
  /// The number of occurrences, at least 1.
  public var count: Int
  /// The description and remedy of the first occurrence.
  public var text: String

  /// The name of the error, such as `FailedProcessID3`; empty for a number that is not in the reference.
  public var name: String { EngineNotice.name(ofError: code) }
}

package struct EngineErrors: Sendable {
  private var counts: [Int: EngineErrorCount] = [:]

  package init() {}

  package var all: [EngineErrorCount] { counts.values.sorted { $0.code < $1.code } }

  package mutating func count(_ code: Int, _ text: String) {
    counts[code, default: EngineErrorCount(code: code, count: 0, text: text)].count += 1
  }
}
