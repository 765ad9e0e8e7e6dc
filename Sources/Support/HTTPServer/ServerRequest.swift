import HTTP

package struct ServerRequest: Sendable {
  package var method: String
  /// The path and the query as sent, or a whole URL, which is the form of requests to a proxy.
  package var target: String
  package var headers: HTTPHeaders
  /// The address of the client; empty if it is unknown.
  package var peer: String
  /// Whether the request uses a version other than HTTP/1.1, such as HTTP/1.0.
  package var isOld = false
  package var isEncrypted = false
  /// The body; empty while only the head is known.
  package var body: [UInt8] = []

  package init(
    method: String = "GET",
    target: String,
    headers: HTTPHeaders = [:],
    peer: String = ""
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.peer = peer
  }

  /// The target without its query.
  package var path: Substring { target.prefix { $0 != "?" } }

  /// The part of the target after the first question mark; nil if there is no question mark.
  package var query: Substring? {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
  }

  /// The host and the port in `Host`; nil if it is missing.
  package var host: String? { headers["Host"] }

  /// The value of `Content-Length` in bytes; nil if it is missing or not a number.
  package var contentLength: Int? { headers["Content-Length"].flatMap { Int($0) } }

  /// Whether a body follows or may follow.
  package var hasBody: Bool { headers["Transfer-Encoding"] != nil || contentLength ?? 0 > 0 }

  /// The reason why the head cannot be trusted; nil if it can be trusted. Two servers must not disagree about where a
  /// request ends (RFC 9112, sections 6.3 and 11.2), or what it requests.
  var problem: String? {
    var target = target
    guard target.withUTF8({ $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }) else {
      return "invalid URL"
    }
    guard headers.all.allSatisfy({ HTTPHeaders.isName($0.name) }) else {
      return "invalid header field name"
    }
    guard hasBody || headers["Content-Length"] != nil else { return nil }
    let lengths = headers.values("Content-Length")
    guard Set(lengths).count < 2 else { return "several different lengths" }
    let codings = headers.values("Transfer-Encoding")
    guard codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked" else {
      return "unknown transfer coding"
    }
    guard codings.isEmpty || lengths.isEmpty && !isOld else { return "both a length and chunks" }
    return nil
  }
}
