import NielsenAppApi

/// A ping and where in the stream it was made.
public struct TimedPing: Sendable, Equatable {
  /// The ping.
  public var ping: Ping
  /// The second of the presentation timeline that was being played, of a list of calls the second of the clock; 0
  /// for the ping of the start.
  public var time: Double
  /// The instance of the SDK that made it: that of the app, ``receiver``, or one of a list of calls.
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

/// One thing that happens while a stream or a list of calls is played.
package struct PlayedEvent: Sendable {
  package enum Kind: Sendable {
    case call(Call)
    case ping(TimedPing)
    /// An error or a warning of the SDK.
    case remark(String)
    /// Something that happens to the app or the network, as a list of calls names it: `kill`, `offline`, `online`.
    case incident(String)
    /// What the viewer does: it comes before the calls that follow from it.
    case action(ViewerAction)
  }

  package var kind: Kind
  /// The instance of the SDK.
  package var instance: String
  /// Whether the instance is a receiver's.
  package var isReceiver: Bool
  /// The time of the clock in Unix milliseconds.
  package var milliseconds: Int64
  /// The line of the list of calls; nil when none is played.
  package var line: Int?
}

/// How often the engine raised an error while a stream was played.
public struct EngineErrorCount: Sendable, Equatable {
  /// The number: 1 to 15 of `LogCode` or 1001 to 1009 of `AppApiErrorCode`.
  public var code: Int
  /// How often it was raised, at least 1.
  public var count: Int
  /// The first event, and the remedy.
  public var text: String

  /// The name of that number, such as `FailedProcessID3`; empty for a number not in the reference.
  public var name: String { EngineNotice.name(ofError: code) }
}

/// Counts errors by their number.
package struct EngineErrors: Sendable {
  private var counts: [Int: EngineErrorCount] = [:]

  package init() {}

  /// The errors so far in the order of their numbers.
  package var all: [EngineErrorCount] { counts.values.sorted { $0.code < $1.code } }

  package mutating func count(_ code: Int, _ text: String) {
    counts[code, default: EngineErrorCount(code: code, count: 0, text: text)].count += 1
  }
}
