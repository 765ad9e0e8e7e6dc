import HTTP
import HTTPServer
import Logging

/// Serves the files of a folder over HTTP: playlists, segments and keys, whole or in ranges.
///
/// Files may be replaced while it runs. It serves nothing outside of the folder and nothing whose name
/// starts with a full stop.
package final class StreamServer: Sendable {
  private let service: HTTPService
  private let responder: FolderResponder

  /// A server that does not listen yet.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - address: where to listen.
  ///   - holdsRequests: Whether requests for what a low-latency channel announces wait for it; `didPublish()` says
  ///     when to check again.
  ///   - refusesDirectives: Whether requests with delivery directives (`_HLS_msn`) are refused.
  ///   - logger: takes the messages of the server.
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

  /// Starts to listen. Returns when requests are answered.
  ///
  /// - Returns: where it listens, with the port that the system chose.
  /// - Throws: `StreamServerError` with code `address`.
  package func start() async throws(StreamServerError) -> ListeningAddress {
    do throws(ServerError) {
      return try await service.start()
    } catch {
      throw StreamServerError(code: .address, description: error.description)
    }
  }

  /// A file of the folder has changed: answers the requests that waited for it.
  package func didPublish() { responder.didPublish() }

  /// Ends all connections and stops to listen; returns when that is done.
  package func stop() async { await service.stop() }
}

/// Why streams cannot be served.
package struct StreamServerError: Error, CustomStringConvertible {
  /// The kinds of failures.
  package enum Code: Sendable {
    /// The folder cannot be read.
    case folder
    /// The address cannot be listened at.
    case address
  }

  /// The kind of failure.
  package let code: Code
  /// The folder or address, what happened and what to do, in one line.
  package let description: String
}
