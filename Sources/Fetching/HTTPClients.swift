import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// The connections of one loader: one pool for each way to the network, made when it is first needed.
final class HTTPClients: Sendable {
  /// What compressed bytes may grow by. Playlists shrink to a tenth, seldom to a thirtieth.
  private static let largestGrowth = 100
  /// More than anybody fetches at a time: how many it are, the consumer decides.
  private static let connectionsPerHost = 256

  private let options: HTTPOptions
  private let addresses: AddressGuard
  private let clients = Mutex<[ProxySettings.Route: HTTPClient]>([:])

  init(_ options: HTTPOptions, _ addresses: AddressGuard) {
    self.options = options
    self.addresses = addresses
  }

  /// Ends the connections that are idle now; the last fetch has ended before.
  deinit {
    for client in clients.withLock({ Array($0.values) }) { _ = client.shutdown() }
  }

  /// The threads of the network: those of the process, which start with the first use.
  static var eventLoops: any EventLoopGroup { MultiThreadedEventLoopGroup.singleton }

  /// The pool for a route.
  func client(for route: ProxySettings.Route) -> HTTPClient {
    clients.withLock { clients in
      if let client = clients[route] { return client }
      let client = HTTPClient(
        eventLoopGroupProvider: .shared(Self.eventLoops),
        configuration: configuration(for: route)
      )
      clients[route] = client
      return client
    }
  }

  private func configuration(for route: ProxySettings.Route) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(options.connectTimeout)),
      decompression: .enabled(limit: .ratio(Self.largestGrowth))
    )
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
      Self.connectionsPerHost
    // Our own retries wait between attempts, and say in the end what was wrong.
    configuration.connectionPool.retryConnectionEstablishment = false
    var encryption = TLSConfiguration.makeClientConfiguration()
    if options.isInsecure { encryption.certificateVerification = .none }
    configuration.tlsConfiguration = encryption
    configuration.proxy = route.proxy

    // A proxy's own address is the user's choice.
    let addresses = route == .direct ? addresses : nil
    configuration.http1_1ConnectionDebugInitializer = { Self.prepare($0, addresses) }
    configuration.http2ConnectionDebugInitializer = { Self.prepare($0, addresses) }
    return configuration
  }

  /// Looks at a new connection before anything is asked for on it.
  private static func prepare(
    _ channel: any Channel,
    _ addresses: AddressGuard?
  ) -> EventLoopFuture<Void> {
    do {
      try addresses?.check(channel.remoteAddress)
    } catch {
      // Closed behind the failure: the pool wants to hear of that first.
      channel.eventLoop.execute { channel.close(promise: nil) }
      return channel.eventLoop.makeFailedFuture(error)
    }
    // Large reads: fewer calls of the kernel and fewer parts for the same bytes.
    return channel.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(
        minimum: 4 << 10,
        initial: 64 << 10,
        maximum: 256 << 10
      )
    )
  }
}

extension ProxySettings.Route {
  fileprivate var proxy: HTTPClient.Configuration.Proxy? {
    switch self {
    case .direct, .unusable: nil
    case .http(let host, let port, let credentials):
      .server(
        host: host,
        port: port,
        authorization: credentials.map { .basic(username: $0.user, password: $0.password) }
      )
    case .socks(let host, let port): .socksServer(host: host, port: port)
    }
  }
}
