import HTTPTypes
import Hummingbird
import NIOCore

/// Receives pings: reads, decodes and stores each, and then answers it.
struct PingReceiver: Sendable {
  let gate: RequestGate
  let decoder: ArrivalDecoder
  let writer: ArrivalWriter
  let rate: RequestRate
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  func respond(
    to request: Request,
    _ outline: RequestOutline,
    from peer: String
  ) async -> Response {
    let received = now()
    guard gate.leadsToPings(outline) else { return Self.refusal(.path, outline) }
    guard request.method != .options else {
      return Response(
        status: .noContent,
        headers: Self.unstored(CrossOrigin.preflight(to: request.headers))
      )
    }
    var response = await answer(request, outline, received, peer)
    // Also a refusal: the script that sent the ping may read why.
    for field in Self.unstored(CrossOrigin.answer(to: request.headers)) {
      response.headers[field.name] = field.value
    }
    return response
  }

  private func answer(
    _ request: Request,
    _ outline: RequestOutline,
    _ received: Int64,
    _ peer: String
  ) async -> Response {
    if let refusal = gate.refusal(outline) { return Self.refusal(refusal, outline) }
    guard rate.allow() else {
      return .text(.tooManyRequests, "More than \(gate.limits.rate) requests a second.")
        .retrying(after: 1)
    }
    let body: [UInt8]?
    do {
      let buffer = try await request.body.collect(upTo: gate.limits.bodySize)
      body = buffer.readableBytes == 0 ? nil : Array(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      return Self.refusal(.body(gate.limits.bodySize), outline)
    } catch {
      return .text(.badRequest, "The body breaks off, or its chunks are none.").closing()
    }
    switch decoder.decode(request, outline, body: body, at: received, from: peer) {
    case .refused(let response): return response
    case .arrival(let arrival, let answer): return await store(arrival, answer)
    }
  }

  private func store(_ arrival: Arrival, _ answer: PingAnswer) async -> Response {
    do throws(ArrivalWriter.Refusal) {
      try await writer.add(arrival)
      return Self.response(answer)
    } catch {
      return Self.refusal(error)
    }
  }

  // MARK: - Answers

  /// No cache keeps what only the collector knows.
  private static func unstored(_ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    fields[.cacheControl] = "no-store"
    return fields
  }

  private static func response(_ answer: PingAnswer) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = answer.contentType
    headers[.retryAfter] = answer.retryAfter.map(String.init)
    return Response(
      status: HTTPResponse.Status(code: answer.status),
      headers: headers,
      body: answer.body.isEmpty
        ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
    )
  }

  private static func refusal(
    _ refusal: RequestGate.Refusal,
    _ outline: RequestOutline
  ) -> Response {
    refusal.response(leavesBody: outline.hasBody)
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
}
