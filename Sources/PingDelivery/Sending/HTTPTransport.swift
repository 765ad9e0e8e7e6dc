import HTTP

/// Sends pings to an HTTP collector, one after the other over one connection that is kept alive.
///
/// No redirect is followed: an answer that redirects is an answer (section 8.3 of the engine's
/// specification). Only one to a host that must not be contacted is refused, as a sign that the collector
/// is not one's own.
final class HTTPTransport: PingTransport {
  /// The settings.
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

  /// The most bytes of an answer that are read: a larger answer ends the connection.
  private static let bodyLimit = 65_536

  private let collector: HTTPAddress
  private let settings: Settings
  private let client: HTTPClient
  private let now: @Sendable () -> Int64

  init(collector: HTTPAddress, settings: Settings, now: @escaping @Sendable () -> Int64) {
    self.collector = collector
    self.settings = settings
    self.now = now
    var options = HTTPClient.Options()
    options.userAgent = settings.userAgent
    options.verifiesCertificates = !settings.isInsecure
    // Pings go one after the other.
    options.offersHTTP2 = false
    client = HTTPClient(options)
  }

  func close() async { client.close() }

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
      return .noAnswer(
        reason: Self.reason(error),
        explanation: "no answer of the collector (\(error.explanation))"
      )
    }
  }

  // MARK: - One request

  private func get(_ address: HTTPAddress) async throws(HTTPFailure) -> HTTPResponse {
    var request = HTTPRequest(url: address.text)
    request.timeout = .milliseconds(settings.timeout)
    request.connectTimeout = request.timeout
    request.bodyLimit = Self.bodyLimit
    request.cutsLongBody = true
    return try await client.send(request)
  }

  /// Why an answer that redirects does not count as one; nil when it does.
  private func refusal(
    ofTarget response: HTTPResponse,
    from address: HTTPAddress
  ) -> TransportAnswer.Refusal? {
    guard (300..<400).contains(response.status),
      let location = response.headers["location"]
    else { return nil }
    do {
      _ = try Redirect.resolve(location, from: address, refusing: settings.refusedHosts)
      return nil
    } catch {
      guard error.code != .malformed else { return nil }
      return .impossible("the collector redirects: \(error.description)")
    }
  }

  private func answer(_ response: HTTPResponse) -> TransportAnswer {
    let status = response.status
    switch status {
    case 200..<400:
      return .received
    case 408, 425, 429, 500...:
      let header = response.headers["retry-after"]
      return .busy(
        status: status,
        retryAfter: header.flatMap { RetryAfter.milliseconds($0, now: now()) }
      )
    default:
      return .refused(.answered("the collector answered \(status)"))
    }
  }

  // MARK: - No answer

  private static func reason(_ error: HTTPFailure) -> String {
    switch error.code {
    case .tls, .certificate: "tls"
    case .timeout: "timeout"
    default: "offline"
    }
  }
}
