import HTTP
import HTTPServer
import Logging

/// Serves the files of a folder over HTTP, whole or in ranges.
///
/// Files may be replaced while the server runs. Files outside the folder, and files whose names start with a full stop,
/// are never served.
package final class StreamServer: Sendable {
  private let service: HTTPService
  private let responder: FolderResponder

  /// Creates a server. `start()` makes it listen.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - address: The address to listen on.
  ///   - holdsRequests: Whether to hold requests for files that a low-latency channel announces. `didPublish()` makes
  ///     the server check them again.
  ///   - refusesDirectives: Whether to refuse requests with delivery directives (`_HLS_msn`).
  ///   - logger: Receives the server's messages.
  /// - Throws: `StreamServerError` with code `folder`.
  package init(
    folder: String,
    address: ListeningAddress,
    holdsRequests: Bool = false,
    refusesDirectives: Bool = false,
    logger: Logger
  ) throws(StreamServerError) {
    guard let served = ServedFolder(folder) else {
      throw StreamServerError(
        code: .folder,
        description: "\(folder): no such folder: name one that exists"
      )
    }
    responder = FolderResponder(
      folder: served,
      held: holdsRequests ? HeldRequests() : nil,
      refusesDirectives: refusesDirectives
    )
    service = HTTPService(
      responder,
      address: address,
      option: "--serve",
      logger: logger
    )
  }

  /// Starts the server. Returns when it answers requests.
  ///
  /// - Returns: The address, including the port chosen by the system.
  /// - Throws: `StreamServerError` with code `address`.
  package func start() async throws(StreamServerError) -> ListeningAddress {
    do throws(ServerError) {
      return try await service.start()
    } catch {
      throw StreamServerError(code: .address, description: error.description)
    }
  }

  /// Answers held requests after a file in the folder has changed.
  package func didPublish() { responder.didPublish() }

  /// Closes all connections and stops listening. Returns when both are done.
  package func stop() async { await service.stop() }
}

package struct StreamServerError: Error, CustomStringConvertible {
  package enum Code: Sendable {
    /// The folder does not exist, or is not a folder.
    case folder
    /// The server cannot listen on the address.
    case address
  }

  package let code: Code
  /// The folder or address, the reason and the remedy, in one line.
  package let description: String
}
