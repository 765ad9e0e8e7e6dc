import HTTPTypes
import Hummingbird
import NIOCore
import PingAnalysis

/// Receives pings: reads, decodes and stores each, and then answers it.
struct PingReceiver: Sendable {
  let writer: ArrivalWriter
  let rules: AnswerRules
  let limits: CollectorLimits
  let rate: RequestRate
  /// `http` or `https`.
  let scheme: String
  /// The host of requests that name none, with its port.
  let host: String
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Whom a web page's script may send pings from: anybody.
  private static let openHeaders: HTTPFields = [
    .accessControlAllowOrigin: "*", .cacheControl: "no-store",
  ]
  private static let methods = "GET, POST, OPTIONS"

  func respond(to request: Request, from peer: String) async -> Response {
    let received = now()
    switch request.method {
    case .get, .post: break
    case .options: return Self.preflight
    default:
      var response = Response.text(.methodNotAllowed, "Pings come with GET or POST.")
      response.headers[.allow] = Self.methods
      return response
    }
    let target = request.target
    guard target.utf8.count <= limits.targetLength else {
      return .text(.uriTooLong, "A URL has \(limits.targetLength) bytes at most.").closing()
    }
    guard rate.allow() else {
      return .text(.tooManyRequests, "More than \(limits.rate) requests a second.")
        .retrying(after: 1)
    }
    let body: [UInt8]?
    do {
      body = try await self.body(of: request)
    } catch is NIOTooManyBytesError {
      return .text(.contentTooLarge, "A body has \(limits.bodySize) bytes at most.").closing()
    } catch {
      return .text(.badRequest, "The body breaks off, or its chunks are none.").closing()
    }
    return await store(request, target, body, received, peer)
  }

  /// Nil for an empty one.
  /// - Throws: when it is too large, or breaks off.
  private func body(of request: Request) async throws -> [UInt8]? {
    // A length that was promised must not be waited for.
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.bodySize {
      throw NIOTooManyBytesError(maxBytes: limits.bodySize)
    }
    let buffer = try await request.body.collect(upTo: limits.bodySize)
    return buffer.readableBytes == 0 ? nil : Array(buffer.readableBytesView)
  }

  private func store(
    _ request: Request,
    _ target: String,
    _ body: [UInt8]?,
    _ received: Int64,
    _ peer: String
  ) async -> Response {
    let captured = CapturedRequest(
      method: request.method.rawValue,
      url: url(target, request.head.authority),
      body: body.map { String(decoding: $0, as: UTF8.self) },
      sentAt: Double(received) / 1000
    )
    let pings = PingRecognizer.pings(in: captured)
    guard let first = pings.first else {
      return .text(.notFound, "No ping goes here: pings go to /cgi-bin/gn, d, trans and the like.")
    }
    let answer = rules.answer(to: first)
    let arrival = Arrival(
      received: received,
      peer: peer,
      method: captured.method,
      url: captured.url,
      headers: Self.headers(of: request),
      body: body,
      status: answer.status,
      pings: pings.map { ArrivingPing($0) }
    )
    do throws(ArrivalWriter.Refusal) {
      try await writer.add(arrival)
      return Self.response(answer)
    } catch {
      return Self.refusal(error)
    }
  }

  /// A target in absolute form, as proxies send it, is a URL already.
  private func url(_ target: String, _ authority: String?) -> String {
    guard target.hasPrefix("/") else { return target }
    let host = authority.flatMap { $0.isEmpty ? nil : $0 } ?? host
    return "\(scheme)://\(host)\(target)"
  }

  private static func headers(of request: Request) -> String {
    let host = request.head.authority.map { [("Host", $0)] } ?? []
    return JSONPairs.text(host + request.headers.map { ($0.name.rawName, $0.value) })
  }

  // MARK: - Answers

  private static func response(_ answer: PingAnswer) -> Response {
    var headers = openHeaders
    headers[.contentType] = answer.contentType
    headers[.retryAfter] = answer.retryAfter.map(String.init)
    return Response(
      status: HTTPResponse.Status(code: answer.status),
      headers: headers,
      body: answer.body.isEmpty
        ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
    )
  }

  private static func refusal(_ refusal: ArrivalWriter.Refusal) -> Response {
    switch refusal {
    case .full:
      .text(.serviceUnavailable, "Too many pings wait to be stored.").retrying(after: 1)
    case .failed:
      .text(.serviceUnavailable, "The database takes no pings.").retrying(after: 5)
    case .closed:
      .text(.serviceUnavailable, "The collector ends.").retrying(after: 5).closing()
    }
  }

  /// The answer to a browser that asks whether a page may send pings here (Fetch, 4.8), also from a
  /// public site into a private network.
  private static let preflight: Response = {
    var headers = openHeaders
    headers[.accessControlAllowMethods] = methods
    headers[.accessControlAllowHeaders] = "*"
    headers[.accessControlMaxAge] = "86400"
    if let name = HTTPField.Name("Access-Control-Allow-Private-Network") { headers[name] = "true" }
    return Response(status: .noContent, headers: headers)
  }()
}
