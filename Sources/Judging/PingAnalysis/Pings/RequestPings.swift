import Formats

/// The pings of a request: none, one, or several from its body, in order. Each is decoded when
/// it is accessed, so that a body of many lines takes little more memory than its text.
///
/// Each line of a body is a ping. A line that is the URL of a ping, or its path and
/// query, is that ping, whatever the URL of the request: clients that collect pings post them in this form.
/// Any other line has parameters, which are added to those of the request's URL.
package struct RequestPings: RandomAccessCollection, Sendable {
  /// The URL and endpoint of the request; nil if it has no ping.
  private let target: (url: SplitURL, endpoint: String)?
  private let request: CapturedRequest
  /// The parameters of the URL, and the body. For Cloud API events neither is read here.
  private let query: [QueryParameter]
  private let body: PingBody

  /// A collection without pings.
  package init() { self.init(CapturedRequest(url: "")) }

  /// Finds the endpoint of a request, and its pings.
  init(_ request: CapturedRequest) {
    let url = request.method.uppercased() == "OPTIONS" ? nil : SplitURL(request.url)
    let endpoint = url.flatMap(PingRecognizer.endpoint(of:))
    let isForm = endpoint.map { !PingRecognizer.isEvent($0) } ?? false
    self.request = request
    target = url.flatMap { url in endpoint.map { (url, $0) } }
    query = isForm ? url?.query.map { SplitURL.parameters(of: $0) } ?? [] : []
    body = isForm ? PingBody(request.body) : .empty
  }

  /// The index of the first ping.
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

  /// The ping at an index.
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
      // If the URL has no endpoint, its query has the parameters.
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

  /// The line or URL of a ping in the body; nil when the ping is only the request's URL.
  private func line(at index: Int) -> String? {
    switch body {
    case .empty, .foreign: nil
    case .lines(let lines): String(lines[index])
    case .urls(let urls): urls[index]
    }
  }

  /// The part of the body that belongs to a ping, as text, if the body has several pings: its line or URL. Nil
  /// when the whole body belongs to the ping.
  package func part(at position: Int) -> String? {
    count > 1 && indices.contains(position) ? line(at: position) : nil
  }

  /// The kind of a body that cannot contain pings; nil for other bodies. The request may still be a ping by its
  /// URL.
  package var foreignBody: PingBody.Foreign? {
    if case .foreign(let foreign) = body { foreign } else { nil }
  }
}
