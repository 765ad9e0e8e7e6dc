package protocol ServerResponder: Sendable {
  /// Decides from the head whether the body of a request is read. Called once for each request with a valid head, even
  /// one without a body, on a thread of the server. It must not block.
  func decide(on head: ServerRequest) -> ServerDecision

  /// Answers a complete request. Called on a thread of the server. It must not block; if the answer takes time, `reply`
  /// may be called later, from any thread.
  func respond(to request: ServerRequest, _ reply: ServerReply)

  /// The answer to a request with a body of more than `limit` bytes.
  func response(toBodyAbove limit: Int, of head: ServerRequest) -> ServerResponse
}

extension ServerResponder {
  /// Reads small bodies, because some clients send a body for no reason.
  package func decide(on head: ServerRequest) -> ServerDecision { .read(limit: 64 << 10) }

  package func response(toBodyAbove limit: Int, of head: ServerRequest) -> ServerResponse {
    ServerResponse(
      413,
      type: "text/plain; charset=utf-8",
      Array("A body may have at most \(limit) bytes.\n".utf8)
    ).closing()
  }
}

/// What the server does with a request after its head.
package enum ServerDecision: Sendable {
  /// Read the body, of at most `limit` bytes, before the answer.
  case read(limit: Int)
  /// Answer immediately. If the request has a body, the connection closes afterwards.
  case answer(ServerResponse)
}

/// Takes the answer to one request. Only the first answer counts, and answers after the client has left are discarded.
package struct ServerReply: Sendable {
  let exchange: ServerExchange

  package func callAsFunction(_ response: ServerResponse) { exchange.answer(response) }

  /// Answers with the result of `body`.
  package func later(_ body: @escaping @Sendable () async -> ServerResponse) {
    let exchange = exchange
    Task { exchange.answer(await body()) }
  }
}
