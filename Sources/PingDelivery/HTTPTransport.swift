import Formats
import HTTP

/// Sends pings to an HTTP collector, one after the other over one connection that is kept alive.
///
/// No redirect is followed: an answer that redirects is an answer (section 8.3 of the engine's
/// specification). Only one to a host that must not be contacted is refused, as a sign that the collector
/// is not one's own.
final class HTTPTransport: PingTransport {
  /// The most bytes of an answer that are read: a larger answer ends the connection.
  private static let bodyLimit = 65_536

  private let collector: HTTPAddress
  private let timeout: Duration
  private let refusedHosts: RefusedHosts
  private let client: HTTPClient
  private let now: @Sendable () -> Int64

  init(
    collector: HTTPAddress,
    settings: PingDelivery.Settings,
    now: @escaping @Sendable () -> Int64
  ) {
    self.collector = collector
    timeout = .milliseconds(settings.timeout)
    refusedHosts = RefusedHosts(settings.refusedHosts)
    self.now = now
    var options = HTTPClient.Options()
    options.userAgent = settings.userAgent
    options.verifiesCertificates = !settings.isInsecure
    options.caFile = settings.caFile
    // Pings go one after the other.
    options.offersHTTP2 = false
    client = HTTPClient(options)
  }

  func close() { client.close() }

  func send(_ url: String) async -> TransportAnswer {
    let address: HTTPAddress
    do throws(CollectorURLError) {
      if let refusal = refusedHosts.refusal(of: collector.host) { throw refusal }
      address = try Collector.url(of: url, at: collector)
    } catch {
      return .refused(.failedCreateRequest, error.description)
    }
    var request = HTTPRequest(url: address.text)
    request.timeout = timeout
    request.connectTimeout = timeout
    request.bodyLimit = Self.bodyLimit
    request.cutsLongBody = true
    do {
      return answer(try await client.send(request), of: address)
    } catch {
      let reason =
        switch error.code {
        case .tls, .certificate: "tls"
        case .timeout: "timeout"
        default: "offline"
        }
      return .noAnswer(
        reason: reason,
        explanation: "no answer of the collector (\(error.explanation))"
      )
    }
  }

  private func answer(_ response: HTTPResponse, of address: HTTPAddress) -> TransportAnswer {
    let status = response.status
    switch status {
    case 200..<400:
      guard status >= 300, let location = response.headers["location"] else { return .received }
      do {
        _ = try HTTPAddress(
          URIReference.resolve(location, against: address.text),
          refusing: refusedHosts
        )
      } catch {
        // Where it leads does not matter, as it is not followed.
        guard error.code == .malformed else {
          return .refused(
            .failedCreateRequest,
            "the collector redirects: \(error.description)"
          )
        }
      }
      return .received
    case 408, 425, 429, 500...:
      let header = response.headers["retry-after"]
      return .busy(
        status: status,
        retryAfter: header.flatMap { RetryAfter.milliseconds($0, now: now()) }
      )
    default:
      return .refused(.failedSendPing, "the collector answered \(status)")
    }
  }
}
