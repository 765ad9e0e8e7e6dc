import HTTP
import Logging
import NielsenAppApi
import System

/// How pings are collected.
package struct CollectorSettings: Sendable {
  package var address = ListeningAddress(port: 8977)
  /// The SQLite file that gets the pings; it is made when it is missing.
  package var database: String
  /// The certificate of a collector that is reached by `https`; nil: `http`.
  package var identity: ServerIdentity?
  /// The pings that an app should send, with which the page compares what arrives; nil: it compares nothing.
  package var expected: ExpectedPings?
  /// How pings are answered.
  package var answers = AnswerRules()
  /// Clock, randomness, store and configuration of the engines that make the pings of pages with `/nls.js`.
  package var receivers = EngineEnvironment()
  /// The limits on requests and storage.
  package var limits = CollectorLimits()
  /// The name and version that exports carry: `id3tap`, `1.0.0`.
  package var creator: (name: String, version: String) = ("id3tap", "")
  /// The time of the day, in milliseconds since 1970.
  package var now: @Sendable () -> Int64 = SystemClock.milliseconds
  /// The time by which the rate is measured, in milliseconds since any moment; it never goes back.
  package var uptime: @Sendable () -> Int64 = { MonotonicClock.milliseconds }
  /// Receives what goes wrong while pings are collected, in the form of messages, from any thread.
  package var onProblem: @Sendable (String) -> Void = { _ in }
  /// Takes what is unusual: requests that cannot be read, and the warnings of the server.
  package var logger = Logger(label: "collector") { _ in SwiftLogNoOpLogHandler() }

  package init(database: String) { self.database = database }
}
