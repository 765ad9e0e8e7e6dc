import FoundationEssentials
import NIOCore

/// The proxies that the environment names, as curl reads it.
struct ProxySettings: Sendable {
  /// Through what a request goes.
  enum Route: Sendable, Hashable {
    case direct
    case http(host: String, port: Int, Credentials?)
    case socks(host: String, port: Int)
    /// The variable names something that is no proxy, or one of another kind.
    case unusable(String)
  }

  private let http: Route
  private let https: Route
  private let exceptions: [Exception]

  /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`. All but the first count in upper case
  /// too: a web server sets `HTTP_PROXY` to what a client sends as a header field `Proxy`.
  init(_ environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let all = value("all_proxy", "ALL_PROXY")
    http = (value("http_proxy") ?? all).map(Self.route) ?? .direct
    https = (value("https_proxy", "HTTPS_PROXY") ?? all).map(Self.route) ?? .direct
    exceptions = (value("no_proxy", "NO_PROXY") ?? "")
      .split { $0 == "," || $0 == " " }.map { Exception(String($0)) }
  }

  /// The way to an address. What is on this machine never goes through a proxy.
  func route(to address: HTTPAddress) -> Route {
    let route = address.isSecure ? https : http
    guard route != .direct, !Self.isThisMachine(address.host),
      !exceptions.contains(where: { $0.covers(address) })
    else { return .direct }
    return route
  }

  private static func isThisMachine(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let address = try? SocketAddress(ipAddress: host, port: 0)
    return address?.ipBytes.map { $0.count == 4 && $0[0] == 127 } ?? false
  }

  private static func route(_ text: String) -> Route {
    guard let parts = URLComponents(string: text.contains("://") ? text : "http://" + text),
      let host = parts.host?.lowercased(), !host.isEmpty
    else { return .unusable(text) }
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    switch parts.scheme?.lowercased() {
    case "http":
      return .http(host: name, port: parts.port ?? 1080, Credentials(in: text))
    case "socks5", "socks5h", "socks": return .socks(host: name, port: parts.port ?? 1080)
    default: return .unusable(text)
    }
  }

  /// One entry of `no_proxy`.
  private struct Exception: Sendable {
    private let name: String
    private let port: Int?
    private let range: AddressRange?

    init(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 1)
      let base = try? SocketAddress(ipAddress: String(parts.first ?? ""), port: 0)
      if let bytes = base?.ipBytes {
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

    func covers(_ address: HTTPAddress) -> Bool {
      if let range {
        let bytes = (try? SocketAddress(ipAddress: address.host, port: 0))?.ipBytes
        return bytes.map(range.contains) ?? false
      }
      guard port == nil || port == address.port, !name.isEmpty else { return false }
      return name == "*" || address.host == name || address.host.hasSuffix("." + name)
    }
  }
}
