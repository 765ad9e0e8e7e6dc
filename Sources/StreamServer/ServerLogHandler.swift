import Logging
import Synchronization

/// Takes what the frameworks below a server log. What they do is their own business: warnings alone are
/// handed on, in the form of messages, until the server ends, when cutting connections off is no failure.
struct ServerLogHandler: LogHandler {
  /// Whether a server ends.
  final class End: Sendable {
    private let flag = Atomic(false)

    var hasBegun: Bool { flag.load(ordering: .relaxed) }
    func begin() { flag.store(true, ordering: .relaxed) }
  }

  /// Identifiers of the frameworks, which say nothing to a user.
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .warning

  private let address: ListeningAddress
  private let end: End
  private let logger: Logger

  /// Hands on to `logger` what concerns the server at `address`.
  init(_ address: ListeningAddress, end: End, logger: Logger) {
    self.address = address
    self.end = end
    self.logger = logger
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    guard event.level >= .warning, !end.hasBegun else { return }
    logger.log(
      level: event.level,
      "\(address): the server warns (\(event.message)): start it again if it does not answer"
    )
  }
}
