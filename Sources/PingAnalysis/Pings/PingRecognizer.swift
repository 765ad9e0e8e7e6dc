import NielsenAppApi

/// Finds the pings among requests, by their paths: tests use any host.
public enum PingRecognizer {
  /// The endpoints behind `/cgi-bin/`.
  private static let names: Set<Substring> = ["gn", "d", "trans", "tsv", "m", "error", "cfg"]

  /// Whether a text is the URL of a ping, or its path and query.
  public static func isPing(_ text: String) -> Bool {
    guard text.hasPrefix("/") || text.lowercased().hasPrefix("http") else { return false }
    return SplitURL(text).flatMap(endpoint(of:)) != nil
  }

  /// The pings of a request: none, one, or those of a body with several.
  public static func pings(in request: CapturedRequest) -> [SentPing] {
    guard request.method.uppercased() != "OPTIONS", let url = SplitURL(request.url),
      let endpoint = endpoint(of: url)
    else { return [] }
    if endpoint.hasPrefix("/nmapi/") { return [CloudPing.ping(request, url, endpoint)] }
    let query = url.query.map { SplitURL.parameters(of: $0) } ?? []
    return bodies(of: request).map { body in
      let sent = body.map { SplitURL.parameters(of: formQuery(ofLine: $0), isForm: true) } ?? []
      return ping(request, url, endpoint, query + sent, hasBody: body != nil)
    }
  }

  private static func ping(
    _ request: CapturedRequest,
    _ url: SplitURL,
    _ endpoint: String,
    _ parameters: [SentParameter],
    hasBody: Bool
  ) -> SentPing {
    var ping = SentPing(
      url: request.url,
      host: url.host,
      endpoint: endpoint,
      product: .unknown,
      type: nil,
      parameters: parameters,
      hasBody: hasBody,
      sentAt: request.sentAt,
      place: request.place
    )
    ping.product = product(of: ping)
    ping.type = type(of: ping)
    return ping
  }

  // MARK: - Paths and bodies

  /// The part of the path that says where a request goes; nil when it is no ping's.
  private static func endpoint(of url: SplitURL) -> String? {
    if let start = url.path.ranges(of: "/cgi-bin/").last {
      let name = url.path[start.upperBound...].prefix { $0 != "/" && $0 != ";" }
      return names.contains(name) ? "/cgi-bin/" + name : nil
    }
    if let start = url.path.firstRange(of: "/nmapi/") {
      return String(url.path[start.lowerBound...])
    }
    return url.host.contains(".nuid.") && url.path == "/" ? "/" : nil
  }

  /// What each ping of a request to `/cgi-bin/` has of the body: a body with several lines is several
  /// pings; one line goes with the URL, and so does no body.
  package static func bodies(of request: CapturedRequest) -> [String?] {
    let lines = bodyLines(of: request)
    return lines.isEmpty ? [nil] : lines.map(Optional.some)
  }

  /// The lines of a body that can hold parameters.
  private static func bodyLines(of request: CapturedRequest) -> [String] {
    guard let body = request.body else { return [] }
    return body.split(whereSeparator: \.isNewline).prefix(1000)
      .map(String.init).filter { $0.contains("=") }
  }

  /// Clients that gather pings post their URLs.
  private static func formQuery(ofLine line: String) -> String {
    guard line.hasPrefix("/") || line.lowercased().hasPrefix("http"), let url = SplitURL(line)
    else { return line }
    return url.query ?? ""
  }

  // MARK: - Products and types

  private static func product(of ping: SentPing) -> SentPing.Product {
    switch ping.endpoint {
    case "/": return .emm
    case "/cgi-bin/m": return .census
    // Only the product can be wrong there, which a lint says.
    case "/cgi-bin/d": return .dtvr
    default: break
    }
    let known = FieldDictionary.standard.endpoints.first { known in
      known.path == ping.endpoint && known.where.allSatisfy { ping[$0.key] == $0.value }
    }
    return known.map { SentPing.Product(rawValue: $0.product) } ?? .unknown
  }

  private static func type(of ping: SentPing) -> String? {
    let prefix = ping.credit?.prefix ?? ping.plain("cr").map { String($0.prefix(1)) }
    return FieldDictionary.standard.types.first {
      $0.product == ping.product.rawValue && ($0.prefix == nil || $0.prefix == prefix)
    }?.type
  }
}
