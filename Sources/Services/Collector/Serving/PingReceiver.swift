import HTTP
import HTTPServer
import NielsenAppApi

/// Receives pings: decodes and stores each, and then answers it.
struct PingReceiver: Sendable {
  let gate: RequestGate
  let decoder: ArrivalDecoder
  let writer: ArrivalWriter
  let rate: RequestRate
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Decides by its head whether a request may hold pings.
  func decide(on head: ServerRequest) -> ServerDecision {
    switch gate.refusal(head) {
    case .path: return .answer(RequestGate.Refusal.path.response)
    case .method where head.method == "OPTIONS":
      return .answer(Self.unstored(ServerResponse(204, CrossOrigin.preflight(to: head.headers))))
    case let refusal?: return .answer(readable(refusal.response, head))
    case nil: break
    }
    guard rate.allow() else {
      let response = ServerResponse.text(
        429,
        "More than \(gate.limits.rate) requests a second."
      ).retrying(after: 1)
      return .answer(readable(response, head))
    }
    return .read(limit: gate.limits.bodySize)
  }

  /// Answers a request when its pings are stored.
  func respond(to request: ServerRequest, _ reply: ServerReply) {
    switch decoder.decode(request, at: now()) {
    case .refused(let response): reply(readable(response, request))
    case .arrival(let arrival, let answer):
      // Made now: the thread that stores pings has enough to do.
      let stored = readable(Self.response(answer), request)
      let headers = request.headers
      writer.add(arrival) { outcome in
        switch outcome {
        case .success: reply(stored)
        case .failure(let refusal): reply(Self.readable(Self.refusal(refusal), headers))
        }
      }
    }
  }

  /// Stores a request that another part answers with 200, if it went to a production host; then continues,
  /// also when it cannot be stored.
  func note(_ request: ServerRequest, _ next: @escaping @Sendable () -> Void) {
    guard request.isForProduction, rate.allow(),
      case .arrival(var arrival, _) = decoder.decode(request, at: now())
    else { return next() }
    arrival.status = 200
    writer.add(arrival) { _ in next() }
  }

  // MARK: - Answers

  /// An answer that the script that sent the ping may read, also a refusal.
  func readable(_ response: ServerResponse, _ request: ServerRequest) -> ServerResponse {
    Self.readable(response, request.headers)
  }

  private static func readable(
    _ response: ServerResponse,
    _ headers: HTTPHeaders
  ) -> ServerResponse {
    var response = response
    response.headers.set(CrossOrigin.answer(to: headers))
    return unstored(response)
  }

  /// No cache keeps what only the collector knows.
  private static func unstored(_ response: ServerResponse) -> ServerResponse {
    var response = response
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  private static func response(_ answer: PingAnswer) -> ServerResponse {
    var response = ServerResponse(answer.status, [:], .bytes(answer.body))
    response.headers["Content-Type"] = answer.contentType
    response.headers["Retry-After"] = answer.retryAfter.map(String.init)
    return response
  }

  private static func refusal(_ refusal: ArrivalWriter.Refusal) -> ServerResponse {
    switch refusal {
    case .full: .text(503, "Too many pings wait to be stored.").retrying(after: 1)
    case .failed: .text(503, "The database takes no pings.").retrying(after: 5)
    case .closed: .text(503, "The collector ends.").retrying(after: 5).closing()
    }
  }
}

extension ServerRequest {
  /// The URL that was asked for, with `scheme`, and with `host` and its port where the request names none.
  func url(scheme: String, host: String) -> String { url(scheme, host, target[...]) }

  /// The URL without its query.
  var plainURL: String { url("http", "localhost", path) }

  /// Whether a production host was asked, through a proxy or under its name.
  var isForProduction: Bool {
    WebAddress(plainURL).map { ProductionHosts.domain(of: $0.host) != nil } ?? false
  }

  private func url(_ scheme: String, _ host: String, _ target: Substring) -> String {
    guard target.hasPrefix("/") else { return String(target) }
    let named = self.host.flatMap { $0.isEmpty ? nil : $0 } ?? host
    return "\(scheme)://\(named)\(target)"
  }

  /// The codings of the body, in lower case: none, or `gzip` and the like.
  var codings: [String] {
    headers.values("Content-Encoding").flatMap { field in
      field.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        .filter { $0 != "identity" }
    }
  }

  /// The type of the body in lower case, without its parameters; empty when it is not given.
  var type: String {
    let name = (headers["Content-Type"] ?? "").prefix { $0 != ";" }.drop { $0 == " " || $0 == "\t" }
    return name.prefix { $0 != " " && $0 != "\t" }.lowercased()
  }
}
