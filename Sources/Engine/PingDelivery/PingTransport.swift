import HTTP
import NielsenAppApi

protocol PingTransport: Sendable {
  func send(_ url: String) async -> TransportAnswer
}

enum TransportAnswer: Sendable, Equatable {
  case received
  /// No answer arrived, or the collector cannot receive the ping now and may ask for a delay with `Retry-After`. The
  /// next attempt reports `reason`: `offline`, `timeout`, `tls`, or a status such as `http-503`.
  case failed(reason: String, explanation: String, retryAfter: String? = nil)
  /// The ping will never be received: the collector refused it (`failedSendPing`), or no request
  /// was made because the host must not be contacted or the URL is invalid (`failedCreateRequest`).
  case refused(LogCode, String)
}

/// Sends pings to an HTTP collector, one after another over a persistent connection.
///
/// A redirect counts as an answer and is not followed (section 8.3 of the engine's specification).
final class HTTPTransport: PingTransport {
  /// The maximum number of bytes read from an answer. A larger answer ends the connection.
  private static let bodyLimit = 65_536

  private let collector: WebAddress
  private let timeout: Duration
  private let refusedHosts: Set<String>
  private let client: HTTPClient

  init(collector: WebAddress, settings: PingDelivery.Settings) {
    self.collector = collector
    timeout = .seconds(max(1, settings.configuration.queue.timeoutSeconds))
    refusedHosts = settings.configuration.refusedHosts
    var options = HTTPClient.Options()
    options.userAgent = settings.userAgent
    options.verifiesCertificates = !settings.isInsecure
    options.caFile = settings.caFile
    // Pings are sent one after another, so HTTP/2 would bring no advantage.
    options.offersHTTP2 = false
    client = HTTPClient(options)
  }

  func send(_ url: String) async -> TransportAnswer {
    var request: HTTPRequest
    do throws(CollectorURLError) {
      try collector.check(refusing: refusedHosts)
      request = HTTPRequest(url: try collector.url(ofPing: url))
    } catch {
      return .refused(.failedCreateRequest, error.description)
    }
    (request.timeout, request.connectTimeout) = (timeout, timeout)
    request.bodyLimit = Self.bodyLimit
    request.cutsLongBody = true
    do {
      let response = try await client.send(request)
      let explanation = "the collector answered \(response.status)"
      switch response.status {
      case 200..<400: return .received
      case 408, 425, 429, 500...:
        let (reason, asked) = ("http-\(response.status)", response.headers["retry-after"])
        return .failed(reason: reason, explanation: explanation, retryAfter: asked)
      default: return .refused(.failedSendPing, explanation)
      }
    } catch {
      let reason =
        switch error.code {
        case .tls, .certificate: "tls"
        case .timeout: "timeout"
        default: "offline"
        }
      let words = "no answer from the collector (\(error.explanation))"
      return .failed(reason: reason, explanation: words)
    }
  }
}
