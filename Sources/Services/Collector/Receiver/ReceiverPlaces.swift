import CResources
import Formats
import HTTP
import HTTPServer
import NielsenAppApi
import PingAnalysis
import Synchronization

/// Serves the script that a Chromecast receiver loads instead of Nielsen's, and handles the script's calls.
final class ReceiverPlaces: Sendable {
  enum Place { case script, calls }

  private struct State {
    var receivers: [String: BrowserReceiver] = [:]
    /// The keys of the receivers, least recently used first.
    var order: [String] = []
    var isClosed = false
  }

  /// The maximum number of instances. Above it, the least recently used instance is closed.
  private static let capacity = 64
  private static let script = Array(String(cString: nls_js()).utf8)

  private let environment: EngineEnvironment
  private let decoder: ArrivalDecoder
  private let writer: ArrivalWriter
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  /// Makes the resources. The engines use the clock, randomness, store and configuration of `environment`. `now`
  /// returns the time at which pings are stored, in milliseconds since 1970.
  init(
    environment: EngineEnvironment,
    decoder: ArrivalDecoder,
    writer: ArrivalWriter,
    now: @escaping @Sendable () -> Int64
  ) {
    (self.environment, self.decoder, self.writer, self.now) = (environment, decoder, writer, now)
  }

  /// The resource that a request refers to, at the collector or, through a proxy, at a production host; nil if the
  /// request is not for receivers.
  func place(of request: ServerRequest) -> Place? {
    switch Self.path(of: request) {
    case "/nls/calls": ["POST", "OPTIONS"].contains(request.method) ? .calls : nil
    case "/nls.js": Self.isRead(request) ? .script : nil
    case let path?:
      // Nielsen's snippet loads the file /conf/APPID.js.
      Self.isRead(request) && path.hasPrefix("/conf/") && path.hasSuffix(".js") ? .script : nil
    case nil: nil
    }
  }

  private static func isRead(_ request: ServerRequest) -> Bool {
    request.method == "GET" || request.method == "HEAD"
  }

  private static func path(of request: ServerRequest) -> Substring? {
    if request.target.hasPrefix("/") { return request.path }
    guard request.isForProduction, let scheme = request.path.firstRange(of: "://") else {
      return nil
    }
    return request.path[scheme.upperBound...].drop { $0 != "/" }
  }

  func respond(to request: ServerRequest, for place: Place, _ reply: ServerReply) {
    switch place {
    case .script:
      reply(
        ServerResponse(
          200,
          [
            "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "cross-origin",
          ],
          .bytes(Self.script)
        )
      )
    case .calls where request.method == "OPTIONS":
      reply(ServerResponse(204, CrossOrigin.preflight(to: request.headers)))
    case .calls: handle(request, reply)
    }
  }

  /// Ends all instances, and stores their last pings.
  func close() {
    let receivers = state.withLock { state in
      state.isClosed = true
      defer { (state.receivers, state.order) = ([:], []) }
      return Array(state.receivers.values)
    }
    for receiver in receivers {
      store(receiver.close().pings, of: receiver, ServerRequest(target: ""))
    }
  }

  // MARK: - Calls

  private func handle(_ request: ServerRequest, _ reply: ServerReply) {
    let calls: ReceiverCalls
    do throws(ReceiverCalls.Problem) {
      calls = try ReceiverCalls(request.body)
    } catch {
      return reply(readable(.text(400, error.words), request))
    }
    guard let receiver = receiver(of: calls) else {
      return reply(readable(.text(503, "The collector is stopping.").retrying(after: 5), request))
    }
    let outcome = receiver.handle(calls)
    if calls.closes { forget(calls.receiver) }
    let lines = outcome.lines.map { line in
      JSONValue.object([
        .init("level", .string("\(line.level)")), .init("text", .string(line.text)),
      ])
    }
    var bytes: [UInt8] = []
    JSONValue.object([.init("pings", JSONValue(outcome.pings.count)), .init("log", .array(lines))])
      .append(to: &bytes)
    let answer = readable(ServerResponse(200, type: "application/json", bytes), request)
    store(outcome.pings, of: receiver, request) { reply(answer) }
  }

  private func readable(_ response: ServerResponse, _ request: ServerRequest) -> ServerResponse {
    var response = response
    response.headers.set(CrossOrigin.answer(to: request.headers))
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// The instance for these calls, created if it does not exist; nil if the collector is stopping.
  private func receiver(of calls: ReceiverCalls) -> BrowserReceiver? {
    let (receiver, old) = state.withLock { state -> (BrowserReceiver?, BrowserReceiver?) in
      guard !state.isClosed else { return (nil, nil) }
      let receiver = state.receivers[calls.receiver] ?? BrowserReceiver(calls, environment)
      state.receivers[calls.receiver] = receiver
      state.order.removeAll { $0 == calls.receiver }
      state.order.append(calls.receiver)
      guard state.order.count > Self.capacity else { return (receiver, nil) }
      return (receiver, state.receivers.removeValue(forKey: state.order.removeFirst()))
    }
    if let old { store(old.close().pings, of: old, ServerRequest(target: "")) }
    return receiver
  }

  private func forget(_ key: String) {
    state.withLock { state in
      state.receivers[key] = nil
      state.order.removeAll { $0 == key }
    }
  }

  /// Stores pings as if the page had sent each of them with GET. `done` is called when all are on disk or were refused.
  private func store(
    _ pings: [Ping],
    of receiver: BrowserReceiver,
    _ request: ServerRequest,
    done: @escaping @Sendable () -> Void = {}
  ) {
    let arrivals = pings.compactMap { ping -> Arrival? in
      var headers: HTTPHeaders = ["X-Id3tap-Receiver": receiver.name]
      headers["User-Agent"] = request.headers["User-Agent"]
      let sent = ServerRequest(target: ping.url, headers: headers, peer: request.peer)
      guard case .arrival(let arrival, _) = decoder.decode(sent, at: now()) else { return nil }
      return arrival
    }
    guard !arrivals.isEmpty else { return done() }
    let count = Remaining(arrivals.count)
    for arrival in arrivals {
      // The writer counts requests that it could not store.
      writer.add(arrival) { _ in if count.isLast() { done() } }
    }
  }
}

private final class Remaining: Sendable {
  private let count: Mutex<Int>

  init(_ count: Int) { self.count = Mutex(count) }

  /// Counts one result. Returns whether it was the last one.
  func isLast() -> Bool {
    count.withLock { count in
      count -= 1
      return count == 0
    }
  }
}
