import CMicrohttpd
import Glibc
import Logging
import Synchronization

/// Takes what libmicrohttpd reports. Most of it is about clients that went away or sent nonsense; the server's
/// own failures are warnings. Nothing is logged while the server ends, when connections are cut off.
final class ServerLog: Sendable {
  private let address: ListeningAddress
  private let logger: Logger
  private let isEnding = Atomic(false)

  /// Passes messages about the server at `address` to `logger`.
  init(_ address: ListeningAddress, logger: Logger) {
    self.address = address
    self.logger = logger
  }

  /// Logs nothing from now on.
  func end() { isEnding.store(true, ordering: .relaxed) }

  /// How the messages begin that concern the server, not a client.
  private static let troubles = [
    "Hit process or system resource limit", "Error accepting connection", "Error allocating",
    "Call to epoll", "Failed to create", "Failed to signal", "Failed to add",
  ]

  /// Takes a message of the library.
  func report(_ text: String) {
    guard !isEnding.load(ordering: .relaxed) else { return }
    var text = text[...]
    while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
    if Self.troubles.contains(where: text.hasPrefix) {
      logger.warning(
        "\(address): the server warns (\(text)): start it again if it does not answer"
      )
    } else {
      logger.debug("\(address): the server reports: \(text)")
    }
  }

  /// A request that cannot be read was answered with 400.
  func refused(_ problem: String, from peer: String) {
    logger.info(
      """
      \(peer.isEmpty ? "a client" : peer): a request cannot be read (\(problem)), is answered with 400: \
      \(Self.remedy)
      """
    )
  }

  /// The remedy for the sender of a request that cannot be read.
  static let remedy = "see that spaces and letters beyond ASCII in its URL are encoded"
}
