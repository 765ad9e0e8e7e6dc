import Formats

/// The pings of a request: none, one, or those of a body with several, in its order. Each is decoded when
/// it is asked for, so that a body of many lines takes little more memory than its text.
///
/// A body with several lines is several pings. A line that is the URL of a ping, or its path and
/// query, is that ping, for any URL of the request itself: clients that collect pings post them so.
/// Any other line represents parameters, which are joined with those of the request's own URL.
package struct RequestPings: RandomAccessCollection, Sendable {
  /// The destination; nil for a request of no endpoint.
  private let target: (url: SplitURL, endpoint: String)?
  private let request: CapturedRequest
  /// The parameters of the URL, and the body; of an event of the Cloud API neither is read here.
  private let query: [QueryParameter]
  private let body: PingBody

  /// The pings of no request.
  package init() { self.init(CapturedRequest(url: "")) }

  /// Finds the destination of a request, and its pings.
  init(_ request: CapturedRequest) {
    let url = request.method.uppercased() == "OPTIONS" ? nil : SplitURL(request.url)
    let endpoint = url.flatMap(PingRecognizer.endpoint(of:))
    let isForm = endpoint.map { !PingRecognizer.isEvent($0) } ?? false
    self.request = request
    target = url.flatMap { url in endpoint.map { (url, $0) } }
    query = isForm ? url?.query.map { SplitURL.parameters(of: $0) } ?? [] : []
    body = isForm ? PingBody(request.body) : .empty
  }

  /// The place of the first ping.
  package var startIndex: Int { 0 }

  /// The number of pings.
  package var endIndex: Int {
    guard target != nil else { return 0 }
    return switch body {
    case .empty, .foreign: 1
    case .lines(let lines): lines.count
    case .urls(let urls): urls.count
    }
  }

  /// The ping at a place.
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
      // Of a URL without an endpoint only the query can be meant.
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

  /// The part of the body that a ping is; nil when the URL alone is one.
  private func line(at index: Int) -> String? {
    switch body {
    case .empty, .foreign: nil
    case .lines(let lines): String(lines[index])
    case .urls(let urls): urls[index]
    }
  }

  /// The part of the body that belongs to a ping, as text: its line or URL if there are several pings; nil
  /// when the whole body belongs to it.
  package func part(at position: Int) -> String? {
    count > 1 && indices.contains(position) ? line(at: position) : nil
  }

  /// The content of the body if it is not pings; nil when it can be pings. The request can still be one ping,
  /// by its URL.
  package var foreignBody: PingBody.Foreign? {
    if case .foreign(let foreign) = body { foreign } else { nil }
  }
}
