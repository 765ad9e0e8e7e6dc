import CMicrohttpd
import Glibc
import Logging
import Synchronization

/// Receives the messages of libmicrohttpd. Most are about clients that left or sent invalid data; failures of the
/// server itself become warnings. The messages are ignored while the server stops, because it then cuts connections.
final class ServerLog: Sendable {
  private let address: ListeningAddress
  private let logger: Logger
  private let isEnding = Atomic(false)

  init(_ address: ListeningAddress, logger: Logger) {
    self.address = address
    self.logger = logger
  }

  func end() { isEnding.store(true, ordering: .relaxed) }

  /// The prefixes of messages about the server itself.
  private static let troubles = [
    "Hit process or system resource limit", "Error accepting connection", "Error allocating",
    "Call to epoll", "Failed to create", "Failed to signal", "Failed to add",
  ]

  func report(_ text: String) {
    guard !isEnding.load(ordering: .relaxed) else { return }
    var text = text[...]
    while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
    if Self.troubles.contains(where: text.hasPrefix) {
      logger.warning(
        "\(address): HTTP server warning (\(text)): restart the server if it does not answer"
      )
    } else {
      logger.debug("\(address): the server reports: \(text)")
    }
  }

  /// Logs a request that cannot be parsed and was answered with 400.
  func refused(_ problem: String, from peer: String) {
    logger.info(
      """
      \(peer.isEmpty ? "a client" : peer): a request cannot be parsed (\(problem)) and is answered with 400: \
      \(Self.remedy)
      """
    )
  }

  /// The remedy for the sender of a request that cannot be parsed.
  static let remedy = "check its header fields, and the percent-encoding of its URL"
}
