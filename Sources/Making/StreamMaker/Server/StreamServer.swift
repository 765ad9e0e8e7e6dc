import HTTP
import HTTPServer
import Logging

/// Serves the files of a folder over HTTP: playlists, segments and keys, whole or in ranges.
///
/// Files may be replaced while the server runs. It serves nothing outside of the folder, and no file whose name
/// starts with a full stop.
package final class StreamServer: Sendable {
  private let service: HTTPService
  private let responder: FolderResponder

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - address: The address to listen at.
  ///   - holdsRequests: Whether to hold requests for what a low-latency channel announces. `didPublish()` tells the server
  ///     when to check again.
  ///   - refusesDirectives: Whether to refuse requests with delivery directives (`_HLS_msn`).
  ///   - logger: Receives the messages of the server.
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

  /// Starts to listen, and returns when requests are answered.
  ///
  /// - Returns: The address, with the port that the system chose.
  /// - Throws: `StreamServerError` with code `address`.
  package func start() async throws(StreamServerError) -> ListeningAddress {
    do throws(ServerError) {
      return try await service.start()
    } catch {
      throw StreamServerError(code: .address, description: error.description)
    }
  }

  /// Answers held requests after a file of the folder has changed.
  package func didPublish() { responder.didPublish() }

  /// Ends all connections and stops listening. Returns when that is done.
  package func stop() async { await service.stop() }
}

/// Why files cannot be served.
package struct StreamServerError: Error, CustomStringConvertible {
  /// The kinds of failures.
  package enum Code: Sendable {
    /// The folder cannot be read.
    case folder
    /// The server cannot listen at the address.
    case address
  }

  /// The kind of failure.
  package let code: Code
  /// The folder or address, the reason and the remedy, in one line.
  package let description: String
}
