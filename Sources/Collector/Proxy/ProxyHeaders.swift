import HTTP

/// The header fields that a proxy changes (RFC 9110, 7.6).
enum ProxyHeaders {
  /// How the proxy calls itself in `Via`.
  static let name = "id3tap-collect"

  /// Fields of one connection, which are not passed on.
  private static let hops: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection",
    "te",
    "trailer", "transfer-encoding", "upgrade",
  ]

  /// The header fields for the server: the host and the length come from the URL and the body.
  static func request(_ headers: HTTPHeaders) -> [(name: String, value: String)] {
    passed(headers, without: ["host", "content-length", "expect"]).map { ($0.name, $0.value) }
      + [("Via", "1.1 \(name)")]
  }

  /// The header fields for the client; the server that answers adds the length.
  static func response(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(passed(headers, without: ["content-length"]).map { ($0.name, $0.value) })
  }

  private static func passed(
    _ headers: HTTPHeaders,
    without names: Set<String>
  ) -> [HTTPHeaders.Field] {
    let named = headers.values("Connection").flatMap { field in
      field.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }
    let dropped = hops.union(names).union(named)
    return headers.all.filter { !dropped.contains($0.name.lowercased()) }
  }
}
