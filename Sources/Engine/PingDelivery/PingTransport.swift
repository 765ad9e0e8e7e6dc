import HTTP
import NielsenAppApi

/// Transfers pings to a collector.
protocol PingTransport: Sendable {
  /// Makes one attempt to send the ping `url`.
  func send(_ url: String) async -> TransportAnswer
}

/// How one attempt to send a ping ended.
enum TransportAnswer: Sendable, Equatable {
  /// The collector has it.
  case received
  /// There was no answer, or the collector cannot take it now and may ask for a delay (the header `Retry-After`).
  /// `reason` goes into the next attempt: `offline`, `timeout`, `tls`, or the status, such as `http-503`.
  case failed(reason: String, explanation: String, retryAfter: String? = nil)
  /// It will never be taken: the collector says so (`failedSendPing`), or no request was made, as the host must not be
  /// contacted or the URL is not valid (`failedCreateRequest`).
  case refused(LogCode, String)
}

/// Sends pings to an HTTP collector, one after the other over one connection that is kept alive.
///
/// An answer that redirects is an answer: no redirect is followed (section 8.3 of the engine's specification).
final class HTTPTransport: PingTransport {
  /// The most bytes of an answer that are read: a larger answer ends the connection.
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
    // Pings go one after the other.
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
      let words = "no answer of the collector (\(error.explanation))"
      return .failed(reason: reason, explanation: words)
    }
  }
}
