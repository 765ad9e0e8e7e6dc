import HTTPTypes
import Hummingbird
import NIOHTTP1

/// What is known of a request before its body is read.
struct RequestOutline: Sendable, Equatable {
  var method: String
  /// Path and query as they were sent, or a URL, as proxies send it.
  var target: String
  /// The host with its port; nil when the request names none.
  var host: String?
  /// Bytes of the names and values of all header fields.
  var fieldSize = 0
  /// The length of the body; nil when it is not told.
  var length: Int?
  /// Whether a body follows, or may.
  var hasBody = false
  /// The codings of the body, in lower case: none, or `gzip` and the like.
  var codings: [String] = []
  /// The type of the body in lower case, without its parameters; empty when it is not told.
  var type = ""

  init(method: String, target: String) {
    self.method = method
    self.target = target
  }

  /// The URL that was asked for, with `scheme`, and with `host` and its port where the request names none.
  func url(scheme: String, host: String) -> String {
    guard target.hasPrefix("/") else { return target }
    let named = self.host.flatMap { $0.isEmpty ? nil : $0 } ?? host
    return "\(scheme)://\(named)\(target)"
  }

  private mutating func take(
    length: String?,
    isChunked: Bool,
    codings: String?,
    type: String?
  ) {
    self.length = length.flatMap { Int($0) }
    hasBody = isChunked || self.length ?? 0 > 0
    self.codings = (codings ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
      .map(String.init).filter { $0 != "identity" }
    let name = (type ?? "").prefix { $0 != ";" }.drop { $0 == " " || $0 == "\t" }
    self.type = name.prefix { $0 != " " && $0 != "\t" }.lowercased()
  }
}

extension RequestOutline {
  /// A request as the server hands it out.
  init(_ request: Request) {
    self.init(method: request.method.rawValue, target: request.target)
    host = request.head.authority
    let fields = request.headers
    fieldSize = fields.reduce(host?.utf8.count ?? 0) {
      $0 + $1.name.rawName.utf8.count + $1.value.utf8.count
    }
    take(
      length: fields[.contentLength],
      isChunked: fields[.transferEncoding] != nil,
      codings: fields[.contentEncoding],
      type: fields[.contentType]
    )
  }

  /// A request as HTTP/1 has it.
  init(_ head: HTTPRequestHead) {
    self.init(method: head.method.rawValue, target: head.uri)
    host = head.headers.first(name: "host")
    fieldSize = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    let codings = head.headers[canonicalForm: "content-encoding"].joined(separator: ",")
    take(
      length: head.headers.first(name: "content-length"),
      isChunked: head.headers.contains(name: "transfer-encoding"),
      codings: codings,
      type: head.headers.first(name: "content-type")
    )
  }
}
