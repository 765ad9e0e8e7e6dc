import Logging
import Synchronization

/// Collects the lines of an engine's log, with `nol_devDebug` DEBUG one per call.
struct CallLines: LogHandler {
  final class All: Sendable {
    let list = Mutex<[String]>([])
  }

  let all = All()
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { all.list.withLock { $0.append(event.message.description) } }

  /// A logger that passes its lines to this collection.
  var logger: Logger {
    var logger = Logger(label: "test") { [self] _ in self }
    logger.logLevel = .warning
    return logger
  }
}
