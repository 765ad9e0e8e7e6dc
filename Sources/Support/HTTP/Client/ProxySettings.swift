import FoundationEssentials

/// The proxies that environment variables name, with the syntax of curl. Unlike curl, only HTTP and SOCKS5 proxies are
/// supported, and loopback addresses are exempt.
package struct ProxySettings: Sendable {
  package enum Route: Sendable, Hashable {
    case direct
    case proxy(HTTPRequest.Proxy)
    /// A variable names something that is not a proxy, or a proxy of an unsupported kind.
    case unusable(String)
  }

  private let http: Route
  private let https: Route
  private let exceptions: [Exception]

  /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, and the last three also in upper case. `HTTP_PROXY`
  /// is ignored, because a web server that runs CGI programs sets it to the `Proxy` header field of a client.
  package init(_ environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let all = value("all_proxy", "ALL_PROXY")
    http = (value("http_proxy") ?? all).map(Self.route) ?? .direct
    https = (value("https_proxy", "HTTPS_PROXY") ?? all).map(Self.route) ?? .direct
    exceptions = (value("no_proxy", "NO_PROXY") ?? "")
      .split { $0 == "," || $0 == " " }.map { Exception(String($0)) }
  }

  /// The route to an address, whose `host` is in lower case and without brackets. Loopback addresses and `localhost`
  /// never use a proxy.
  package func route(isSecure: Bool, host: String, port: Int) -> Route {
    let route = isSecure ? https : http
    guard route != .direct, !Self.isThisMachine(host),
      !exceptions.contains(where: { $0.covers(host, port) })
    else { return .direct }
    return route
  }

  private static func isThisMachine(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    return IPAddress(host).map { $0.bytes.count == 4 && $0.bytes[0] == 127 } ?? false
  }

  private static func route(_ text: String) -> Route {
    guard let parts = URLComponents(string: text.contains("://") ? text : "http://" + text),
      let host = parts.host?.lowercased(), !host.isEmpty
    else { return .unusable(text) }
    let place =
      "\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host):\(parts.port ?? 1080)"
    let isHTTP = parts.scheme?.lowercased() == "http"
    // A SOCKS proxy resolves host names itself.
    guard isHTTP || ["socks5", "socks5h", "socks"].contains(parts.scheme?.lowercased()) else {
      return .unusable(text)
    }
    return .proxy(
      HTTPRequest.Proxy(
        url: (isHTTP ? "http://" : "socks5h://") + place,
        user: parts.user,
        password: parts.password
      )
    )
  }

  private struct Exception: Sendable {
    private let name: String
    private let port: Int?
    private let range: AddressRange?

    init(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 1)
      if let bytes = IPAddress(String(parts.first ?? ""))?.bytes {
        range = AddressRange(
          bytes,
          parts.count == 2 ? Int(parts[1]) ?? bytes.count * 8 : bytes.count * 8
        )
        (name, port) = ("", nil)
        return
      }
      range = nil
      let colon = text.lastIndex(of: ":")
      port = colon.flatMap { Int(text[text.index(after: $0)...]) }
      let host = (port == nil ? text[...] : colon.map { text[..<$0] } ?? text[...]).lowercased()
      name = host.hasPrefix("*.") ? String(host.dropFirst(2)) : String(host.drop { $0 == "." })
    }

    func covers(_ host: String, _ port: Int) -> Bool {
      if let range { return IPAddress(host).map { range.contains($0.bytes) } ?? false }
      guard self.port == nil || self.port == port, !name.isEmpty else { return false }
      return name == "*" || host == name || host.hasSuffix("." + name)
    }
  }
}
