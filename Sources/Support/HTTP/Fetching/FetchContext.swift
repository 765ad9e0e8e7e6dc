import Glibc

final class FetchContext: Sendable {
  let options: HTTPOptions
  let environment: HTTPEnvironment
  let addresses: AddressGuard
  let proxies: ProxySettings
  private let topLevel: WebAddress?
  private let cookies = CookieShare()

  init(topLevelURL: String?, _ options: HTTPOptions, _ environment: HTTPEnvironment) {
    self.options = options
    self.environment = environment
    topLevel = topLevelURL.flatMap { try? WebAddress(fetching: $0) }
    addresses = AddressGuard(topLevel: topLevel, allowsPrivate: options.allowsPrivateAddresses)
    proxies = ProxySettings(options.environment)
  }

  /// The proxy for an address; nil means a direct connection. Throws if the address must not be contacted, or if its
  /// proxy is unusable.
  func route(to address: WebAddress) throws(FetchFailure) -> HTTPRequest.Proxy? {
    if let reason = options.refusal(address.host) { throw .refused(address, because: reason) }
    let route = proxies.route(
      isSecure: address.isSecure,
      host: address.host,
      port: address.port
    )
    if case .unusable = route { throw .unusable(address) }
    if let refused = addresses.refusal(ofHost: address.host, isProxied: route != .direct) {
      throw .forbidden(refused, at: address)
    }
    guard case .proxy(let proxy) = route else { return nil }
    return proxy
  }

  func settings(
    for request: ResourceRequest,
    at address: WebAddress,
    through proxy: HTTPRequest.Proxy?,
    _ progress: FetchProgress
  ) -> HTTPRequest {
    var settings = HTTPRequest(url: address.text)
    settings.headers = headers(for: request, to: address, progress)
    let isPlaylist = request.purpose == .playlist && progress.rangeField == nil
    settings.accepts = isPlaylist ? "gzip, deflate" : "identity"
    settings.proxy = proxy
    settings.verifiesCertificates = !options.isInsecure
    settings.caFile = options.caFile
    settings.connectTimeout = options.connectTimeout
    let isMedia = [.segment, .stream].contains(request.purpose)
    settings.bufferSize = isMedia ? options.receiveSize : min(options.receiveSize, 32 << 10)
    settings.cookies = cookies
    settings.destinations = environment.destinations
    return settings
  }

  /// The header fields of a request.
  ///
  /// Possible secrets are sent only to the host of the top-level URL: the user's own header fields, except harmless
  /// ones, and the user and password of that URL. The user and password in any other URL are sent to that URL's host.
  private func headers(
    for request: ResourceRequest,
    to address: WebAddress,
    _ progress: FetchProgress
  ) -> HTTPHeaders {
    let isTopLevel = topLevel.map(address.mayKnowSecrets) ?? false
    var headers = HTTPHeaders()
    headers.append("User-Agent", options.userAgent)
    headers.append("Accept", "*/*")
    let shared = isTopLevel ? topLevel?.authorization : nil
    if let authorization = authorization(for: request, to: address) ?? shared {
      headers.append("Authorization", authorization)
    }
    var own: Set<String> = []
    for field in options.headers where isTopLevel || field.isSentEverywhere {
      if own.insert(field.name.lowercased()).inserted { headers.remove(field.name) }
      headers.append(field.name, field.value)
    }
    if let range = progress.rangeField { headers.append("Range", range) }
    if let condition = progress.condition { headers.append("If-Range", condition) }
    return headers
  }

  /// The value of `Authorization` from the user and password of the request's URL; nil if the URL has no user, or if
  /// `address` must not know them.
  private func authorization(for request: ResourceRequest, to address: WebAddress) -> String? {
    guard let asked = try? WebAddress(fetching: request.url), address.mayKnowSecrets(of: asked)
    else { return nil }
    return asked.authorization
  }
}

/// The inputs of fetching apart from the network: time, random numbers and waiting.
struct HTTPEnvironment: Sendable {
  /// The time in Unix milliseconds, which is compared with a server's dates.
  var now: @Sendable () -> Int64
  /// A random number from 0 (inclusive) to 1 (exclusive), for the jitter of retries.
  var random: @Sendable () -> Double
  /// Waits for the given time between attempts.
  var wait: @Sendable (Duration) async throws -> Void
  /// For tests: replacement destinations for the hosts of URLs; see `HTTPRequest`.
  var destinations: [String] = []

  static var system: HTTPEnvironment {
    HTTPEnvironment(
      now: { Int64(time(nil)) * 1000 },
      random: { .random(in: 0..<1) },
      wait: { try await Task.sleep(for: $0) }
    )
  }
}
