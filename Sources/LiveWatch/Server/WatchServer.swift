import HTTP
import Logging

/// Serves metrics, health and a status page over HTTP.
package final class WatchServer: Sendable {
  /// What became of the events that were sent to one place.
  package typealias Deliveries = @Sendable () -> [(name: String, counts: DeliveryCounts)]

  private let service: HTTPService

  /// A server that does not listen yet.
  /// - Parameters:
  ///   - watch: What it tells about.
  ///   - address: Where it listens.
  ///   - deliveries: What became of events.
  ///   - logger: Takes what the server has to say.
  package init(
    _ watch: Watch,
    address: ListeningAddress,
    deliveries: @escaping Deliveries,
    logger: Logger
  ) {
    let responder = WatchResponder(
      snapshot: { watch.snapshot() },
      deliveries: {
        deliveries().map { PrometheusText.Delivery(name: $0.name, counts: $0.counts) }
      },
      // Who listens to other machines lets them ask, by whatever name they know this one.
      hosts: address.isLoopback ? PageHosts(address) : nil,
      incidents: watch.incidents
    )
    service = HTTPService(responder, address: address, option: "--metrics", logger: logger)
  }

  /// Starts to listen. Returns where, when requests are answered.
  /// - Throws: `ServerError` with code `address`.
  package func start() async throws(ServerError) -> ListeningAddress {
    try await service.start()
  }

  /// Ends all connections and stops to listen.
  package func stop() async { await service.stop() }
}
