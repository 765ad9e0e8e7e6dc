import Formats

/// The pings of a request, in order. Each ping is decoded on access, so a body of many lines takes little more memory
/// than its text. A line of a body that is a ping URL, or its path and query, is that ping regardless of the request's
/// URL, because clients that batch pings post them in this form. Any other line with parameters is a ping with these
/// parameters and those of the request's URL.
package struct RequestPings: RandomAccessCollection, Sendable {
  /// The URL and endpoint of the request. Nil if the request has no ping.
  private let target: (url: SplitURL, endpoint: String)?
  private let request: CapturedRequest
  /// The URL's parameters and the body. Empty for Cloud API events, which `CloudPing` parses.
  private let query: [QueryParameter]
  private let body: PingBody

  package init() { self.init(CapturedRequest(url: "")) }

  init(_ request: CapturedRequest) {
    let url = request.method.uppercased() == "OPTIONS" ? nil : SplitURL(request.url)
    let endpoint = url.flatMap(PingRecognizer.endpoint(of:))
    let isForm = endpoint.map { !PingRecognizer.isEvent($0) } ?? false
    self.request = request
    target = url.flatMap { url in endpoint.map { (url, $0) } }
    query = isForm ? url?.query.map { SplitURL.parameters(of: $0) } ?? [] : []
    body = isForm ? PingBody(request.body) : .empty
  }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    guard target != nil else { return 0 }
    return switch body {
    case .empty, .foreign: 1
    case .lines(let lines): lines.count
    case .urls(let urls): urls.count
    }
  }

  package subscript(position: Int) -> SentPing {
    guard let (url, endpoint) = target else {
      preconditionFailure("a request without pings has no ping \(position)")
    }
    guard !PingRecognizer.isEvent(endpoint) else { return CloudPing.ping(request, url, endpoint) }
    guard let line = line(at: position) else {
      return PingRecognizer.ping(request, url, endpoint, query, hasBody: false)
    }
    let own = PingRecognizer.canBeURL(line) ? SplitURL(line) : nil
    guard let own, let ownEndpoint = PingRecognizer.endpoint(of: own) else {
      // A URL without an endpoint has the parameters in its query.
      let sent = SplitURL.parameters(of: own?.query ?? line, isForm: true)
      return PingRecognizer.ping(request, url, endpoint, query + sent, hasBody: true)
    }
    var sent = request
    (sent.url, sent.body) = (line, nil)
    guard !PingRecognizer.isEvent(ownEndpoint) else {
      return CloudPing.ping(sent, own, ownEndpoint)
    }
    let parameters = own.query.map { SplitURL.parameters(of: $0) } ?? []
    return PingRecognizer.ping(sent, own, ownEndpoint, parameters, hasBody: true)
  }

  /// The line or URL of a ping in the body. Nil if the ping has no part in the body.
  private func line(at index: Int) -> String? {
    switch body {
    case .empty, .foreign: nil
    case .lines(let lines): String(lines[index])
    case .urls(let urls): urls[index]
    }
  }

  /// The line or URL of a ping in a body with several pings. Nil if the body has at most one ping.
  package func part(at position: Int) -> String? {
    count > 1 && indices.contains(position) ? line(at: position) : nil
  }

  /// The format of a body that has no pings. Nil for other bodies. The URL of the request may still be a ping.
  package var foreignBody: PingBody.Foreign? {
    if case .foreign(let foreign) = body { foreign } else { nil }
  }
}
