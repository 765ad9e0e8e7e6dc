import HTTP
import Logging

/// Serves metrics, health and a status page over HTTP.
package final class WatchServer: Sendable {
  /// The numbers of delivered, failed and dropped events of each sink.
  package typealias Deliveries = @Sendable () -> [(name: String, counts: DeliveryCounts)]

  private let service: HTTPService

  /// A server that does not listen yet.
  /// - Parameters:
  ///   - watch: The watch whose state it serves.
  ///   - address: The address on which it listens.
  ///   - deliveries: Returns the counts of each sink.
  ///   - logger: The log of the server.
  package init(
    _ watch: Watch,
    address: ListeningAddress,
    deliveries: @escaping Deliveries,
    logger: Logger
  ) {
    let responder = WatchResponder(
      snapshot: { watch.snapshot() },
      deliveries: {
        deliveries().map { WatchMetrics.Delivery(name: $0.name, counts: $0.counts) }
      },
      // A server that listens to other machines answers under any host name.
      hosts: address.isLoopback ? PageHosts(address) : nil,
      incidents: watch.incidents
    )
    service = HTTPService(responder, address: address, option: "--metrics", logger: logger)
  }

  /// Starts to listen. Returns the address as soon as requests are answered.
  /// - Throws: `ServerError` with code `address`.
  package func start() async throws(ServerError) -> ListeningAddress {
    try await service.start()
  }

  /// Ends all connections and stops listening.
  package func stop() async { await service.stop() }
}
