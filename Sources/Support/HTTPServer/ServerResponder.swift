/// Answers the requests of a server.
package protocol ServerResponder: Sendable {
  /// Decides by the head whether the body of a request is read. Called once for each request, even without a body, on
  /// a thread of the server. It must not block.
  func decide(on head: ServerRequest) -> ServerDecision

  /// Answers a complete request. Called on a thread of the server; it must not block. A slow answer calls `reply`
  /// later, from any thread.
  func respond(to request: ServerRequest, _ reply: ServerReply)

  /// The answer to a request with a body of more than `limit` bytes.
  func response(toBodyAbove limit: Int, of head: ServerRequest) -> ServerResponse
}

extension ServerResponder {
  /// Reads small bodies, because some clients send one for no reason.
  package func decide(on head: ServerRequest) -> ServerDecision { .read(limit: 64 << 10) }

  package func response(toBodyAbove limit: Int, of head: ServerRequest) -> ServerResponse {
    ServerResponse(
      413,
      type: "text/plain; charset=utf-8",
      Array("A body has \(limit) bytes at most.\n".utf8)
    ).closing()
  }
}

/// What to do with a request whose head is known.
package enum ServerDecision: Sendable {
  /// Read its body, of at most `limit` bytes.
  case read(limit: Int)
  /// Answer it at once. If it has a body, the connection then closes.
  case answer(ServerResponse)
}

/// Takes the answer to one request. Only the first answer counts, and none after the client has left.
package struct ServerReply: Sendable {
  let exchange: ServerExchange

  package func callAsFunction(_ response: ServerResponse) { exchange.answer(response) }

  /// Answers with the result of `body`.
  package func later(_ body: @escaping @Sendable () async -> ServerResponse) {
    let exchange = exchange
    Task { exchange.answer(await body()) }
  }
}
