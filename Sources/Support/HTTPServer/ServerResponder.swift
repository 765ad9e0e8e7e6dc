/// Answers the requests of a server.
package protocol ServerResponder: Sendable {
  /// Decides by its head whether the body of a request is read. Called on a thread of the server, once a
  /// request, and also when there is no body; it must not wait.
  func decide(on head: ServerRequest) -> ServerDecision

  /// Answers a request, which is complete. Called on a thread of the server; it must not wait. A slow answer
  /// calls `reply` later, from any thread.
  func respond(to request: ServerRequest, _ reply: ServerReply)

  /// The answer to a request with a body of more than `limit` bytes.
  func response(toBodyAbove limit: Int, of head: ServerRequest) -> ServerResponse
}

extension ServerResponder {
  /// Small bodies are read: those of clients that send one for no reason.
  package func decide(on head: ServerRequest) -> ServerDecision { .read(limit: 64 << 10) }

  package func response(toBodyAbove limit: Int, of head: ServerRequest) -> ServerResponse {
    ServerResponse(
      413,
      type: "text/plain; charset=utf-8",
      Array("A body has \(limit) bytes at most.\n".utf8)
    ).closing()
  }
}

/// The decision about a request whose head is known.
package enum ServerDecision: Sendable {
  /// Its body, of at most this many bytes, is read.
  case read(limit: Int)
  /// It is answered at once. When it has a body the connection ends.
  case answer(ServerResponse)
}

/// Takes the answer to one request, once; later answers are dropped, as is one whose client is gone.
package struct ServerReply: Sendable {
  let exchange: ServerExchange

  package func callAsFunction(_ response: ServerResponse) { exchange.answer(response) }

  /// Answers with what `body` returns.
  package func later(_ body: @escaping @Sendable () async -> ServerResponse) {
    let exchange = exchange
    Task { exchange.answer(await body()) }
  }
}
