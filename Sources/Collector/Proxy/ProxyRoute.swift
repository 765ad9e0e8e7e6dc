import HTTP
import NielsenAppApi

/// The destination of a request that came to a collector with `--proxy`.
enum ProxyRoute: Sendable, Equatable {
  /// To the collector itself: its target is a path.
  case own
  /// To the collector in the place of a production host: it does not leave.
  case collected
  /// To the host of its URL.
  case forwarded
  case refused(ProxyRefusal)

  /// The way of a request with a target in any form of RFC 9112, 3.2. The host of the URL counts, as the client
  /// that would connect reads it, and not the header field `Host`.
  init(_ request: ServerRequest) {
    if request.method == "CONNECT" {
      let host = Self.host(ofAuthority: request.target)
      self = .refused(
        ProductionHosts.domain(of: host) == nil ? .tunnel(host) : .nielsenTunnel(host)
      )
      return
    }
    guard !request.target.hasPrefix("/"), request.target != "*" else {
      self = .own
      return
    }
    guard let place = URLPlace(request.target) else {
      self = .refused(.target)
      return
    }
    if ProductionHosts.domain(of: place.host) != nil {
      self = .collected
    } else if request.headers.values("Via").contains(where: { $0.contains(ProxyHeaders.name) }) {
      self = .refused(.loop)
    } else {
      self = .forwarded
    }
  }

  /// The host of `host:port`.
  private static func host(ofAuthority text: String) -> String {
    guard let place = URLPlace("http://\(text)/") else { return "" }
    return place.host
  }
}

/// Why a proxy does not do what it is asked for.
enum ProxyRefusal: Sendable, Equatable {
  /// A tunnel to a host, which only HTTPS needs.
  case tunnel(String)
  /// A tunnel to a production host.
  case nielsenTunnel(String)
  /// The target is not a URL.
  case target
  /// The request came from this proxy, or one like it.
  case loop

  /// The response to the client. After a failed tunnel, the connection carries no further requests.
  var response: ServerResponse {
    switch self {
    case .tunnel(let host): .text(501, "No tunnel to \(Self.name(host)): \(Self.remedy)").closing()
    case .nielsenTunnel(let host):
      .text(
        403,
        "No tunnel to \(Self.name(host)): it is a production host, which is never contacted. "
          + Self.remedy
      ).closing()
    case .target: .text(400, "The target is not an http or https URL: set a proxy for HTTP.")
    case .loop:
      .text(508, "The request came from this proxy already: unset http_proxy where it runs.")
    }
  }

  /// The line for standard error; nil where the client's answer says enough.
  func report(peer: String) -> String? {
    switch self {
    case .tunnel(let host), .nielsenTunnel(let host):
      "\(peer): wants HTTPS to \(Self.name(host)): \(Self.remedy)"
    case .target, .loop: nil
    }
  }

  private static let remedy =
    "this proxy carries plain HTTP only; for HTTPS run mitmproxy with Integrations/mitmproxy/id3tap.py, "
    + "and set that as the proxy of the device."

  private static func name(_ host: String) -> String { host.isEmpty ? "this target" : host }
}
