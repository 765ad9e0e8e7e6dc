import Formats

/// The pings of a request: none, one, or those of a body with several, in its order. Each is decoded when
/// it is asked for, so that a body of many lines takes little more memory than its text.
package struct RequestPings: RandomAccessCollection, Sendable, Equatable {
  private enum Source: Sendable, Equatable {
    /// No request of an endpoint.
    case nothing
    /// An event of the Cloud API.
    case event(CapturedRequest, SplitURL, String)
    /// A request to `/cgi-bin/`, or of the cross-domain service.
    case form(FormRequest)
  }

  private let source: Source

  /// The pings of no request.
  package init() { source = .nothing }

  /// Finds the destination of a request, and its pings.
  init(_ request: CapturedRequest) {
    guard request.method.uppercased() != "OPTIONS", let url = SplitURL(request.url),
      let endpoint = PingRecognizer.endpoint(of: url)
    else {
      source = .nothing
      return
    }
    let isEvent = PingRecognizer.isEvent(endpoint)
    source = isEvent ? .event(request, url, endpoint) : .form(FormRequest(request, url, endpoint))
  }

  /// The place of the first ping.
  package var startIndex: Int { 0 }

  /// The number of pings.
  package var endIndex: Int {
    switch source {
    case .nothing: 0
    case .event: 1
    case .form(let form): form.count
    }
  }

  /// The ping at a place.
  package subscript(position: Int) -> SentPing {
    switch source {
    case .nothing: preconditionFailure("a request without pings has no ping \(position)")
    case .event(let request, let url, let endpoint): CloudPing.ping(request, url, endpoint)
    case .form(let form): form.ping(at: position)
    }
  }

  /// The part of the body that belongs to a ping, as text: its line or URL if there are several pings; nil
  /// when the whole body belongs to it.
  package func part(at position: Int) -> String? {
    guard count > 1, indices.contains(position), case .form(let form) = source else { return nil }
    return form.part(at: position)
  }

  /// The content of the body if it is not pings; nil when it can be pings. The request can still be one ping,
  /// by its URL.
  package var foreignBody: PingBody.Foreign? {
    guard case .form(let form) = source, case .foreign(let foreign) = form.body else { return nil }
    return foreign
  }
}

/// A request to `/cgi-bin/`, or of the cross-domain service.
///
/// A body with several lines is several pings. A line that is the URL of a ping, or its path and
/// query, is that ping, for any URL of the request itself: clients that collect pings post them so.
/// Any other line represents parameters, which are joined with those of the request's own URL.
struct FormRequest: Sendable, Equatable {
  let body: PingBody
  private let request: CapturedRequest
  private let url: SplitURL
  private let endpoint: String
  /// The parameters of the URL.
  private let query: [QueryParameter]

  init(_ request: CapturedRequest, _ url: SplitURL, _ endpoint: String) {
    self.request = request
    self.url = url
    self.endpoint = endpoint
    query = url.query.map { SplitURL.parameters(of: $0) } ?? []
    body = PingBody(request.body)
  }

  /// How many pings the request is: at least one.
  var count: Int {
    switch body {
    case .empty, .foreign: 1
    case .lines(let lines): lines.count
    case .urls(let urls): urls.count
    }
  }

  /// The part of the body that a ping is; nil when the URL alone is one.
  func part(at index: Int) -> String? {
    switch body {
    case .empty, .foreign: nil
    case .lines(let lines): String(lines[index])
    case .urls(let urls): urls[index]
    }
  }

  func ping(at index: Int) -> SentPing {
    guard let line = part(at: index) else {
      return PingRecognizer.ping(request, url, endpoint, query, hasBody: false)
    }
    guard PingRecognizer.canBeURL(line), let own = SplitURL(line) else {
      return ping(with: line)
    }
    guard let ownEndpoint = PingRecognizer.endpoint(of: own) else {
      // Of a URL without an endpoint only the query can be meant.
      return ping(with: own.query ?? line)
    }
    var sent = request
    (sent.url, sent.body) = (line, nil)
    guard !PingRecognizer.isEvent(ownEndpoint) else {
      return CloudPing.ping(sent, own, ownEndpoint)
    }
    let parameters = own.query.map { SplitURL.parameters(of: $0) } ?? []
    return PingRecognizer.ping(sent, own, ownEndpoint, parameters, hasBody: true)
  }

  private func ping(with text: String) -> SentPing {
    let sent = SplitURL.parameters(of: text, isForm: true)
    return PingRecognizer.ping(request, url, endpoint, query + sent, hasBody: true)
  }
}
