import Formats
import NielsenAppApi

/// Recognizes pings among requests by their paths, because tests use any host. Only an emm ping needs `.nuid.` in its
/// host.
package enum PingRecognizer {
  /// The endpoint names after `/cgi-bin/`.
  private static let names: Set<Substring> = ["gn", "d", "trans", "tsv", "m", "error", "cfg"]

  /// Whether a string is the URL of a ping, or the path and query of such a URL.
  package static func isPing(_ text: String) -> Bool {
    guard canBeURL(text) else { return false }
    return SplitURL(text).flatMap(endpoint(of:)) != nil
  }

  /// The pings of a request. A request body can contain several.
  package static func pings(in request: CapturedRequest) -> RequestPings { RequestPings(request) }

  /// The decoded query parameters of a URL. Empty if the URL has no query.
  package static func parameters(of url: String) -> [QueryParameter] {
    SplitURL(url)?.query.map { SplitURL.parameters(of: $0) } ?? []
  }

  // MARK: - Paths

  /// Whether a string begins like an HTTP URL or an absolute path.
  static func canBeURL(_ text: String) -> Bool {
    text.hasPrefix("/") || text.prefix(4).lowercased() == "http"
  }

  /// The part of the path that identifies the endpoint. Nil if the URL is not the URL of a ping.
  static func endpoint(of url: SplitURL) -> String? {
    if let start = url.path.ranges(of: "/cgi-bin/").last {
      let name = url.path[start.upperBound...].prefix { $0 != "/" && $0 != ";" }
      return names.contains(name) ? "/cgi-bin/" + name : nil
    }
    if let start = url.path.firstRange(of: "/nmapi/") {
      return String(url.path[start.lowerBound...])
    }
    return url.host.contains(".nuid.") && url.path == "/" ? "/" : nil
  }

  /// Whether an endpoint belongs to the Cloud API.
  static func isEvent(_ endpoint: String) -> Bool { endpoint.hasPrefix("/nmapi/") }

  // MARK: - Pings

  /// Creates a ping, and determines its product and type from its endpoint and parameters.
  static func ping(
    _ request: CapturedRequest,
    _ url: SplitURL,
    _ endpoint: String,
    _ parameters: [QueryParameter],
    hasBody: Bool
  ) -> SentPing {
    var ping = SentPing(request, url, endpoint, .unknown, parameters, hasBody: hasBody)
    ping.product = product(of: ping)
    ping.type = type(of: ping)
    return ping
  }

  // MARK: - Products and types

  private static func product(of ping: SentPing) -> SentPing.Product {
    switch ping.endpoint {
    case "/": return .emm
    case "/cgi-bin/m": return .census
    // Only DTVR uses this path. `ProductLint` reports DCR pings on it.
    case "/cgi-bin/d": return .dtvr
    default: break
    }
    let known = FieldDictionary.standard.endpoints.first { known in
      known.path == ping.endpoint && known.where.allSatisfy { ping[$0.key] == $0.value }
    }
    return known.flatMap { SentPing.Product(rawValue: $0.product) } ?? .unknown
  }

  private static func type(of ping: SentPing) -> String? {
    let prefix = ping.credit?.prefix ?? ping.plain("cr").map { String($0.prefix(1)) }
    return FieldDictionary.standard.types.first {
      $0.product == ping.product.rawValue && ($0.prefix == nil || $0.prefix == prefix)
    }?.type
  }
}
