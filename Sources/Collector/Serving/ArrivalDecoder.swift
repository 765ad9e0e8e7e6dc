import Hummingbird
import PingAnalysis

/// Makes of a request what is stored of it. It does not wait: nothing but the outcome is held afterwards.
struct ArrivalDecoder: Sendable {
  /// What becomes of a request.
  enum Outcome: Sendable {
    case arrival(Arrival, PingAnswer)
    /// Nothing of it is stored.
    case refused(Response)
  }

  let rules: AnswerRules
  let limits: CollectorLimits
  /// `http` or `https`.
  let scheme: String
  /// The host of requests that name none, with its port.
  let host: String

  /// Decodes all pings of a request; `received` are milliseconds since 1970.
  func decode(
    _ request: Request,
    _ outline: RequestOutline,
    body: [UInt8]?,
    at received: Int64,
    from peer: String
  ) -> Outcome {
    let captured = CapturedRequest(
      method: request.method.rawValue,
      url: outline.url(scheme: scheme, host: host),
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
      // Before the next one is decoded: a small body may make a long URL into many long pings.
      guard size <= limits.decodedSize else {
        return .refused(.tooMuch("\(limits.decodedSize) bytes of decoded parameters"))
      }
      first = first ?? rules.answer(to: ping)
      arriving.append(arrived)
    }
    guard let answer = first else {
      return .refused(RequestGate.Refusal.path.response(leavesBody: false))
    }
    let arrival = Arrival(
      received: received,
      peer: peer,
      method: captured.method,
      url: captured.url,
      headers: Self.headers(of: request),
      body: body,
      status: answer.status,
      pings: arriving
    )
    return .arrival(arrival, answer)
  }

  private static func headers(of request: Request) -> String {
    let host = request.head.authority.map { [("Host", $0)] } ?? []
    return JSONPairs.text(host + request.headers.map { ($0.name.rawName, $0.value) })
  }
}

extension Response {
  fileprivate static func tooMuch(_ limit: String) -> Response {
    .text(
      .contentTooLarge,
      "A request has \(limit) at most: nothing of this one is stored; send it in several."
    ).closing()
  }

  fileprivate static func foreign(_ form: PingBody.Foreign) -> Response {
    switch form {
    case .json: RequestGate.Refusal.foreign("A body of JSON")
    case .markup: RequestGate.Refusal.foreign("A body of markup")
    case .multipart: RequestGate.Refusal.foreign("A body of 'multipart/form-data'")
    case .binary: RequestGate.Refusal.foreign("A body that is no text")
    }
  }
}
