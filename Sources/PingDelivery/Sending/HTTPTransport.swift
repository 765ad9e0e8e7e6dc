import AsyncHTTPClient
import Glibc
import NIOCore
import NIOSSL

/// Sends pings to an HTTP collector, one after the other over one connection that is kept alive.
///
/// No redirect is followed: an answer that redirects is an answer (section 8.3 of the engine's
/// specification). Only one to a host that must not be contacted is refused, as a sign that the collector
/// is not one's own.
final class HTTPTransport: PingTransport {
  /// What can be set.
  struct Settings: Sendable {
    /// How long one attempt may take, in milliseconds.
    var timeout: Int64 = 10_000
    /// Where nothing is sent.
    var refusedHosts = RefusedHosts()
    /// The `User-Agent` of all requests.
    var userAgent = "id3tap"
    /// Whether any certificate is accepted.
    var isInsecure = false
  }

  /// What is read of an answer: a larger one costs the connection.
  private static let bodyLimit = 65_536

  private let collector: HTTPAddress
  private let settings: Settings
  private let client: HTTPClient
  private let now: @Sendable () -> Int64

  init(collector: HTTPAddress, settings: Settings, now: @escaping @Sendable () -> Int64) {
    self.collector = collector
    self.settings = settings
    self.now = now
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .milliseconds(settings.timeout)),
      decompression: .disabled
    )
    configuration.httpVersion = .http1Only
    configuration.connectionPool = .init(
      idleTimeout: .seconds(60),
      concurrentHTTP1ConnectionsPerHostSoftLimit: 1
    )
    if settings.isInsecure {
      var encryption = TLSConfiguration.makeClientConfiguration()
      encryption.certificateVerification = .none
      configuration.tlsConfiguration = encryption
    }
    // The queue has its own rules for trying again.
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func close() async {
    do {
      try await client.shutdown()
    } catch {
      // Closed by both sides at once: there is nothing left to lose.
    }
  }

  func send(_ url: String) async -> TransportAnswer {
    let address: HTTPAddress
    do {
      try collector.check(settings.refusedHosts)
      address = try Collector.url(of: url, at: collector)
    } catch {
      return .refused(.impossible(error.description))
    }
    do {
      let response = try await get(address)
      if let refusal = refusal(ofTarget: response, from: address) { return .refused(refusal) }
      return answer(response)
    } catch {
      return Self.noAnswer(error)
    }
  }

  // MARK: - One request

  private func get(_ address: HTTPAddress) async throws -> HTTPClientResponse {
    let deadline = NIODeadline.now() + .milliseconds(settings.timeout)
    var request = HTTPClientRequest(url: address.text)
    request.headers.add(name: "User-Agent", value: settings.userAgent)
    let response = try await client.execute(request, deadline: deadline)
    // An answer that is left unread would take the connection with it.
    var size = 0
    for try await part in response.body {
      size += part.readableBytes
      guard size <= Self.bodyLimit else { break }
    }
    return response
  }

  /// Why an answer that redirects is none; nil when it is one.
  private func refusal(
    ofTarget response: HTTPClientResponse,
    from address: HTTPAddress
  ) -> TransportAnswer.Refusal? {
    guard (300..<400).contains(response.status.code),
      let location = response.headers.first(name: "location")
    else { return nil }
    do {
      _ = try Redirect.resolve(location, from: address, refusing: settings.refusedHosts)
      return nil
    } catch {
      guard error.code != .malformed else { return nil }
      return .impossible("the collector redirects: \(error.description)")
    }
  }

  private func answer(_ response: HTTPClientResponse) -> TransportAnswer {
    let status = Int(response.status.code)
    switch status {
    case 200..<400:
      return .received
    case 408, 425, 429, 500...:
      let header = response.headers.first(name: "retry-after")
      return .busy(
        status: status,
        retryAfter: header.flatMap { RetryAfter.milliseconds($0, now: now()) }
      )
    default:
      return .refused(.answered("the collector answered \(status)"))
    }
  }

  // MARK: - No answer

  private static func noAnswer(_ error: any Error) -> TransportAnswer {
    .noAnswer(reason: reason(error), explanation: "no answer of the collector (\(words(error)))")
  }

  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode)).lowercased()
    case let error as HTTPClientError: error.shortDescription.lowercased()
    default: "\(error)"
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      "tls"
    case let error as HTTPClientError:
      switch error {
      case .tlsHandshakeTimeout: "tls"
      case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded,
        .getConnectionFromPoolTimeout:
        "timeout"
      default: "offline"
      }
    default:
      "offline"
    }
  }
}
