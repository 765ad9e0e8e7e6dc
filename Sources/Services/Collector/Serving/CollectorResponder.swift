import HTTP

/// Separates the requests for the page from pings.
struct CollectorResponder: ServerResponder {
  let gate: RequestGate
  let receiver: PingReceiver
  let page: LivePage
  let receivers: ReceiverPlaces

  func decide(on head: ServerRequest) -> ServerDecision {
    if let oversize = gate.oversize(head) { return .answer(oversize.response) }
    if receivers.place(of: head) != nil { return .read(limit: gate.limits.bodySize) }
    if head.method == "CONNECT" {
      let remedy = "run mitmproxy with Integrations/mitmproxy/id3tap.py"
      return .answer(.text(501, "This is not a proxy: \(remedy).").closing())
    }
    guard page(head) == nil else { return .read(limit: gate.limits.bodySize) }
    return receiver.decide(on: head)
  }

  func respond(to request: ServerRequest, _ reply: ServerReply) {
    if let place = receivers.place(of: request) {
      guard place == .script else { return receivers.respond(to: request, for: place, reply) }
      return receiver.note(request) { receivers.respond(to: request, for: place, reply) }
    }
    guard let place = page(request) else { return receiver.respond(to: request, reply) }
    reply.later { await page.respond(to: request, for: place) }
  }

  /// The resource of the page that the request is for; the page is not at a production host.
  private func page(_ request: ServerRequest) -> LivePage.Place? {
    page.place(of: request).flatMap { request.isForProduction ? nil : $0 }
  }

  func response(toBodyAbove limit: Int, of head: ServerRequest) -> ServerResponse {
    let response = RequestGate.Refusal.body(limit).response
    return page(head) == nil ? receiver.readable(response, head) : response
  }
}

extension ServerResponse {
  /// A short text for people.
  static func text(_ status: Int, _ text: String) -> ServerResponse {
    ServerResponse(
      status,
      [
        "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      ],
      .bytes(Array("\(text)\n".utf8))
    )
  }

  /// The answer with a time after which the client should try again, in seconds.
  func retrying(after seconds: Int) -> ServerResponse {
    var response = self
    response.headers["Retry-After"] = "\(seconds)"
    return response
  }
}
