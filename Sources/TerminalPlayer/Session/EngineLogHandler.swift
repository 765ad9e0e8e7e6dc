import Logging

/// Puts the lines of the engine's log among the lines of the player's.
struct EngineLogHandler: LogHandler {
  let listener: EngineListener
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  /// A log for `listener` with the lines from `level` on, unless the engine sets another level.
  static func logger(for listener: EngineListener, level: Logger.Level) -> Logger {
    Logger(label: "engine") { _ in EngineLogHandler(listener: listener, logLevel: level) }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    // Errors reach the player by themselves.
    guard event.level < .error else { return }
    listener.hear(event.level, event.message.description)
  }
}
