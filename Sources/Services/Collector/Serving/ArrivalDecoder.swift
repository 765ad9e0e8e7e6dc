import HTTP
import HTTPServer
import PingAnalysis

/// Decodes a request into its stored form, without blocking.
struct ArrivalDecoder: Sendable {
  enum Outcome: Sendable {
    case arrival(Arrival, PingAnswer)
    /// The request is refused and not stored.
    case refused(ServerResponse)
  }

  let rules: AnswerRules
  let limits: CollectorLimits
  let scheme: String
  /// The host and port for requests whose `Host` field is missing or empty.
  let host: String

  /// Decodes all pings of a request. `received` is in milliseconds since 1970.
  func decode(
    _ request: ServerRequest,
    at received: Int64
  ) -> Outcome {
    let url = request.url(scheme: scheme, host: host)
    guard PingRecognizer.isPing(request.plainURL) || !request.isForProduction else {
      let answer = PingAnswer.toOther(url)
      return .arrival(arrival(of: request, url, nil, answer, [], at: received), answer)
    }
    let body = request.body.isEmpty ? nil : request.body
    let captured = CapturedRequest(
      method: request.method,
      url: url,
      body: body.map { String(decoding: $0, as: UTF8.self) },
      sentAt: Double(received) / 1000
    )
    let pings = PingRecognizer.pings(in: captured)
    if let foreign = pings.foreignBody { return .refused(.foreign(foreign)) }
    guard pings.count <= limits.pings else {
      return .refused(.tooMuch("\(limits.pings) pings"))
    }
    var (arriving, size): ([ArrivingPing], Int) = ([], 0)
    var first: PingAnswer?
    for ping in pings {
      let arrived = ArrivingPing(ping)
      size += arrived.parameters.utf8.count
      // The size is checked before the next ping is decoded, because a small body can turn a long
      // URL into many long pings.
      guard size <= limits.decodedSize else {
        return .refused(.tooMuch("\(limits.decodedSize) bytes of decoded parameters"))
      }
      first = first ?? rules.answer(to: ping)
      arriving.append(arrived)
    }
    guard let answer = first else {
      return .refused(RequestGate.Refusal.path.response)
    }
    return .arrival(arrival(of: request, url, body, answer, arriving, at: received), answer)
  }

  private func arrival(
    of request: ServerRequest,
    _ url: String,
    _ body: [UInt8]?,
    _ answer: PingAnswer,
    _ pings: [ArrivingPing],
    at received: Int64
  ) -> Arrival {
    Arrival(
      received: received,
      peer: request.peer,
      method: request.method,
      url: url,
      headers: JSONPairs.text(request.headers.all.lazy.map { ($0.name, $0.value) }),
      body: body,
      status: answer.status,
      pings: pings
    )
  }
}

extension ServerResponse {
  fileprivate static func tooMuch(_ limit: String) -> ServerResponse {
    .text(
      413,
      "A request may have at most \(limit): this request was not stored; send several requests."
    ).closing()
  }

  fileprivate static func foreign(_ form: PingBody.Foreign) -> ServerResponse {
    switch form {
    case .json: RequestGate.Refusal.foreign("A body of JSON")
    case .markup: RequestGate.Refusal.foreign("A body of markup")
    case .multipart: RequestGate.Refusal.foreign("A body of 'multipart/form-data'")
    case .binary: RequestGate.Refusal.foreign("A body that is not text")
    }
  }
}
