import HTTP
import HTTPServer
import NielsenAppApi

/// Receives requests with pings: decodes each request, stores it, and then answers it.
struct PingReceiver: Sendable {
  let gate: RequestGate
  let decoder: ArrivalDecoder
  let writer: ArrivalWriter
  let rate: RequestRate
  /// The time of day in milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Decides from the head of a request whether the request is read or refused.
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
        "There are more than \(gate.limits.rate) requests per second: try again later."
      ).retrying(after: 1)
      return .answer(readable(response, head))
    }
    return .read(limit: gate.limits.bodySize)
  }

  /// Answers a request after it was stored or refused.
  func respond(to request: ServerRequest, _ reply: ServerReply) {
    switch decoder.decode(request, at: now()) {
    case .refused(let response): reply(readable(response, request))
    case .arrival(let arrival, let answer):
      // The answer is made on this thread, to relieve the thread that stores pings.
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

  /// Stores a request that another part of the collector answers with 200, if it is to a production host. `next` is
  /// called afterwards, even if the request was not stored.
  func note(_ request: ServerRequest, _ next: @escaping @Sendable () -> Void) {
    guard request.isForProduction, rate.allow(),
      case .arrival(var arrival, _) = decoder.decode(request, at: now())
    else { return next() }
    arrival.status = 200
    writer.add(arrival) { _ in next() }
  }

  // MARK: - Answers

  /// The answer with header fields that allow the script that sent the ping to read the answer, even if the answer is a
  /// refusal.
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

  /// The answer with a field that prevents caching, because the collector must receive every ping.
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
    case .failed: .text(503, "The database cannot store pings.").retrying(after: 5)
    case .closed: .text(503, "The collector is stopping.").retrying(after: 5).closing()
    }
  }
}

extension ServerRequest {
  /// The requested URL. A target that is only a path is completed with `scheme` and the `Host` field, or with `host` if
  /// the field is missing or empty.
  func url(scheme: String, host: String) -> String { url(scheme, host, target[...]) }

  var plainURL: String { url("http", "localhost", path) }

  /// Whether the request is to a production host, through a proxy or by name resolution.
  var isForProduction: Bool {
    WebAddress(plainURL).map { ProductionHosts.domain(of: $0.host) != nil } ?? false
  }

  private func url(_ scheme: String, _ host: String, _ target: Substring) -> String {
    guard target.hasPrefix("/") else { return String(target) }
    let named = self.host.flatMap { $0.isEmpty ? nil : $0 } ?? host
    return "\(scheme)://\(named)\(target)"
  }

  /// The codings of the body in lower case, such as `gzip`; empty if the body is not coded.
  var codings: [String] {
    headers.values("Content-Encoding").flatMap { field in
      field.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        .filter { $0 != "identity" }
    }
  }

  /// The type of the body in lower case, without parameters; empty if it is missing.
  var type: String {
    let name = (headers["Content-Type"] ?? "").prefix { $0 != ";" }.drop { $0 == " " || $0 == "\t" }
    return name.prefix { $0 != " " && $0 != "\t" }.lowercased()
  }
}
