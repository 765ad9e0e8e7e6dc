import Glibc
import HTTPServer
import Logging
import Synchronization

/// A server whose answer to a request depends on the path.
final class ServerBench: Sendable {
  let service: HTTPService
  let port: Int
  let responder: Responder

  init(
    identity: TLSIdentity? = nil,
    _ change: (inout ServerLimits) -> Void = { _ in }
  ) async throws {
    var limits = ServerLimits()
    // All tests run at the same time, so a connection may have to wait for a long time.
    limits.idleTime = .seconds(3600)
    limits.bodyTime = .seconds(3600)
    limits.stallTime = .seconds(3600)
    change(&limits)
    responder = Responder()
    service = HTTPService(
      responder,
      address: ListeningAddress(port: 0),
      option: "--listen",
      limits: limits,
      identity: identity,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    port = try await service.start().port
  }

  /// Sends text over a new connection, and returns all text until the server closes the connection.
  func exchange(_ text: String, endsSending: Bool = false) async throws -> String {
    let port = port
    return try await waiting {
      let client = try RawClient(port: port)
      try client.send(text)
      if endsSending { client.endSending() }
      return try client.rest()
    }
  }

  final class Responder: ServerResponder {
    /// The replies that have not been given yet.
    let hanging = Mutex<[ServerReply]>([])
    /// Yields an element for each reply in `hanging`.
    let hangs: AsyncStream<Void>
    private let hang: AsyncStream<Void>.Continuation
    /// Yields an element for each endless stream that has ended.
    let endedStreams: AsyncStream<Void>
    private let streamEnd: AsyncStream<Void>.Continuation
    /// The number of answered requests.
    let answered = Atomic(0)

    init() {
      (endedStreams, streamEnd) = AsyncStream.makeStream()
      (hangs, hang) = AsyncStream.makeStream()
    }

    func decide(on head: ServerRequest) -> ServerDecision {
      head.path == "/refused"
        ? .answer(ServerResponse(403, type: "a/b", Array("no".utf8))) : .read(limit: 1000)
    }

    func respond(to request: ServerRequest, _ reply: ServerReply) {
      answered.add(1, ordering: .relaxed)
      switch request.path {
      case "/echo":
        let names = request.headers.all.map(\.name).joined(separator: ",")
        let body = String(decoding: request.body, as: UTF8.self)
        let text = "\(request.method) \(request.target) \(request.peer) [\(names)] \(body)"
        reply(ServerResponse(200, type: "text/plain", Array(text.utf8)))
      case "/later":
        reply.later {
          await Task.yield()
          return ServerResponse(200, type: "text/plain", request.body + Array("later".utf8))
        }
      case "/hang":
        hanging.withLock { $0.append(reply) }
        hang.yield()
      case "/large":
        reply(ServerResponse(200, type: "a/b", Array(repeating: 0x61, count: 64 << 20)))
      case "/file": reply(Self.file())
      case "/none": reply(ServerResponse(204))
      case "/stream": reply(Self.stream())
      case "/export":
        reply.later {
          await Task.yield()
          return Self.stream()
        }
      case "/broken":
        reply(
          ServerResponse(
            200,
            [:],
            .stream(isLive: false) { stream in
              try await stream.write(Array("begun".utf8))
              throw CancellationError()
            }
          )
        )
      case "/live": reply(live(Array("event\n\n".utf8), count: 1))
      case "/flood": reply(live(Array(repeating: 0x61, count: 1 << 20), count: .max))
      default: reply(ServerResponse(404))
      }
    }

    /// A stream of three pieces.
    private static func stream() -> ServerResponse {
      ServerResponse(
        200,
        ["Content-Type": "a/b"],
        .stream(isLive: false) { stream in
          for number in 0..<3 { try await stream.write(Array("piece \(number)\n".utf8)) }
        }
      )
    }

    /// A part of an unlinked file.
    private static func file() -> ServerResponse {
      guard let file = tmpfile() else { return ServerResponse(500) }
      defer { fclose(file) }
      fputs("the bytes of a file!", file)
      fflush(file)
      return ServerResponse(200, [:], .file(descriptor: dup(fileno(file)), range: 10..<19))
    }

    /// A live stream of `count` pieces that then waits until the client leaves or the server stops.
    private func live(_ piece: [UInt8], count: Int) -> ServerResponse {
      ServerResponse(
        200,
        ["Content-Type": "text/event-stream"],
        .stream(isLive: true) { [streamEnd] stream in
          defer { streamEnd.yield() }
          for _ in 0..<count { try await stream.write(piece) }
          let (endless, continuation) = AsyncStream.makeStream(of: Void.self)
          for await _ in endless {}
          continuation.finish()
        }
      )
    }
  }
}
