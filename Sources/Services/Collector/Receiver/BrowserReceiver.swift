import Formats
import Logging
import NielsenAppApi
import Synchronization

/// One instance of the Browser SDK on a receiver's page, whose calls arrive over HTTP.
final class BrowserReceiver: Sendable {
  struct Outcome: Sendable {
    var pings: [Ping] = []
    var lines: [(level: Logger.Level, text: String)] = []
  }

  private final class Collected: Sendable {
    let outcome = Mutex(Outcome())
    /// The clock of the page in milliseconds, because a receiver's pings have the time of its device. Nil if unknown.
    let time = Mutex<Int64?>(nil)

    func take() -> Outcome {
      outcome.withLock { outcome in
        defer { outcome = Outcome() }
        return outcome
      }
    }
  }

  private static let lineLimit = 200

  let name: String
  private let collected: Collected
  /// The engine; nil if it refused to start.
  private let sdk: BrowserSdk?
  private let next: Mutex<Int64>

  /// Makes the instance for `calls`, in an environment derived from `environment`.
  init(_ calls: ReceiverCalls, _ environment: EngineEnvironment) {
    let collected = Collected()
    collected.time.withLock { $0 = calls.time }
    let clock = environment.clock
    var environment = environment
    environment.clock = { collected.time.withLock { $0 } ?? clock() }
    environment.onPing = { ping in collected.outcome.withLock { $0.pings.append(ping) } }
    environment.log = Logger(label: "receiver") { _ in
      LineHandler { level, text in
        collected.outcome.withLock { outcome in
          if outcome.lines.count < Self.lineLimit { outcome.lines.append((level, text)) }
        }
      }
    }
    // The instance is not counted together with other instances, because pages that were reloaded or closed without a
    // last call would count forever.
    environment.instances = InstanceRegistry()
    self.collected = collected
    name = calls.name
    next = Mutex(calls.first)
    sdk = BrowserSdk(
      appId: calls.appID,
      instanceName: calls.name,
      options: calls.options,
      environment: environment
    )
  }

  /// Handles calls in order, except calls that were handled before: a page posts calls again if it gets no answer.
  func handle(_ calls: ReceiverCalls) -> Outcome {
    next.withLock { next in
      for (number, call) in zip(calls.first..., calls.calls) where number >= next {
        next = number + 1
        if let time = call.time { collected.time.withLock { $0 = time } }
        if let sdk, !sdk.ggPM(call.event, call.payload.argument) {
          collected.outcome.withLock {
            $0.lines.append((.warning, "ggPM: the event '\(call.event.prefix(60))' is unknown"))
          }
        }
      }
      if calls.closes { sdk?.engine.close() }
      return collected.take()
    }
  }

  /// Ends the instance and returns its last output.
  func close() -> Outcome {
    next.withLock { _ in
      sdk?.engine.close()
      return collected.take()
    }
  }
}

/// Passes the engine's log to a closure.
private struct LineHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  /// The log level if `nol_devDebug` is not set.
  var logLevel = Logger.Level.warning
  private let take: @Sendable (Logger.Level, String) -> Void

  init(_ take: @escaping @Sendable (Logger.Level, String) -> Void) { self.take = take }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { take(event.level, event.message.description) }
}
