import AsyncHTTPClient
import NIOHTTP1
import Synchronization
import TimedMetadata

/// What the fetches of one loader have in common.
final class FetchContext: Sendable {
  let options: HTTPOptions
  let environment: HTTPEnvironment
  let addresses: AddressGuard
  let clients: HTTPClients
  let proxies: ProxySettings
  private let topLevel: HTTPAddress?
  private let credentials: Credentials?
  private let cookies = Mutex(CookieJar())

  init(topLevelURL: String?, _ options: HTTPOptions, _ environment: HTTPEnvironment) {
    self.options = options
    self.environment = environment
    topLevel = topLevelURL.flatMap { try? HTTPAddress($0) }
    credentials = topLevelURL.flatMap(Credentials.init(in:))
    addresses = AddressGuard(topLevel: topLevel, allowsPrivate: options.allowsPrivateAddresses)
    clients = HTTPClients(options, addresses)
    proxies = ProxySettings(options.environment)
  }

  /// The header fields of a request.
  ///
  /// What may be a secret goes only to the host of the top-level URL: the user's own fields but the
  /// harmless ones, and user and password of the top-level URL. Those of another URL go to its own host.
  func headers(
    for request: ResourceRequest,
    to address: HTTPAddress,
    _ progress: FetchProgress
  ) -> HTTPHeaders {
    let isTopLevel = topLevel.map(address.mayKnowSecrets) ?? false
    var headers = HTTPHeaders()
    headers.add(name: "User-Agent", value: options.userAgent)
    headers.add(name: "Accept", value: "*/*")
    if let credentials = credentials(for: request, to: address, isTopLevel: isTopLevel) {
      headers.add(name: "Authorization", value: credentials.basic)
    }
    var own: Set<String> = []
    for field in options.headers where isTopLevel || field.isSentEverywhere {
      if own.insert(field.name.lowercased()).inserted { headers.remove(name: field.name) }
      headers.add(name: field.name, value: field.value)
    }
    let now = environment.now()
    if let value = cookies.withLock({ $0.header(for: address, now: now) }) {
      let all = headers["cookie"] + [value]
      headers.replaceOrAdd(name: "Cookie", value: all.joined(separator: "; "))
    }
    let isPlaylist = request.purpose == .playlist && progress.rangeField == nil
    headers.add(name: "Accept-Encoding", value: isPlaylist ? "gzip, deflate" : "identity")
    if let range = progress.rangeField { headers.add(name: "Range", value: range) }
    if let condition = progress.condition { headers.add(name: "If-Range", value: condition) }
    return headers
  }

  private func credentials(
    for request: ResourceRequest,
    to address: HTTPAddress,
    isTopLevel: Bool
  ) -> Credentials? {
    if let own = Credentials(in: request.url), let asked = try? HTTPAddress(request.url),
      address.mayKnowSecrets(of: asked)
    {
      return own
    }
    return isTopLevel ? credentials : nil
  }

  /// Keeps the cookies that an answer sets.
  func keepCookies(of head: HTTPResponseHead, from address: HTTPAddress) {
    let fields = head.headers["set-cookie"].prefix(CookieJar.capacityOfDomain)
    guard !fields.isEmpty else { return }
    let now = environment.now()
    cookies.withLock { jar in
      for cookie in fields.compactMap({ Cookie($0, now: now) }) {
        jar.set(cookie, from: address, now: now)
      }
    }
  }
}
