import CMicrohttpd
import Dispatch
import Glibc
import Synchronization

/// The state that the callbacks of libmicrohttpd use. It outlives the daemon.
final class ServerCore: Sendable {
  let responder: any ServerResponder
  let limits: ServerLimits
  let log: ServerLog
  let isEncrypted: Bool

  private struct State {
    var connections: [ObjectIdentifier: ServerConnection] = [:]
    var refusesConnections = false
    var isEnding = false
  }

  private let state = Mutex(State())

  /// The requests whose answer was delayed and has not been sent yet, such as pings that are being stored. Requests
  /// that were answered immediately are not included.
  let waiting = DispatchGroup()

  nonisolated(unsafe) let messages = UnsafeMutablePointer<id3tap_mhd_log>.allocate(capacity: 1)

  init(
    _ responder: any ServerResponder,
    _ limits: ServerLimits,
    _ log: ServerLog,
    isEncrypted: Bool
  ) {
    self.responder = responder
    self.limits = limits
    self.log = log
    self.isEncrypted = isEncrypted
    messages.initialize(
      to: id3tap_mhd_log(context: Unmanaged.passUnretained(log).toOpaque()) { context, text in
        guard let context, let text else { return }
        let log = Unmanaged<ServerLog>.fromOpaque(context).takeUnretainedValue()
        log.report(String(cString: text))
      }
    )
  }

  deinit { messages.deallocate() }

  // MARK: - Connections

  /// Whether new connections are closed immediately, because the server is stopping.
  var refusesConnections: Bool { state.withLock { $0.refusesConnections } }

  func refuseConnections() { state.withLock { $0.refusesConnections = true } }

  func open(_ connection: ServerConnection) {
    let isEnding = state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = connection
      return state.isEnding
    }
    if isEnding { connection.end() }
  }

  func close(_ connection: ServerConnection) {
    connection.close(lingering: limits.lingerTime)
    state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
  }

  /// Closes the connections whose clients exceed a time limit.
  func check() {
    let now = ServerConnection.now()
    for connection in state.withLock({ Array($0.connections.values) }) {
      connection.check(limits, at: now)
    }
  }

  /// Ends everything that waits: libmicrohttpd must not be stopped while a connection is suspended.
  func end() {
    log.end()
    let connections = state.withLock { state in
      state.isEnding = true
      return Array(state.connections.values)
    }
    for connection in connections { connection.end() }
  }

  // MARK: - Requests

  func handle(
    _ exchange: ServerExchange,
    _ pointer: MHDConnection,
    method: String,
    version: String,
    bytes: UnsafeRawBufferPointer?
  ) -> Bool {
    let connection = exchange.connection
    let step: ServerExchange.Step
    if let bytes {
      exchange.take(bytes)
      step = .wait
    } else if let target = exchange.target {
      var request = ServerRequest(
        method: method,
        target: target,
        headers: pointer.headers,
        peer: connection.peer
      )
      request.isOld = version != "HTTP/1.1"
      request.isEncrypted = isEncrypted
      step = begin(exchange, request)
      if case .answer = step {
        if request.hasBody { connection.leaveUnread() }
      } else if request.hasBody {
        connection.enter(.body)
      }
    } else {
      connection.enter(.answer)
      step = exchange.proceed(responder, waiting)
    }
    switch step {
    case .wait: return true
    case .close: return false
    case .answer(let response):
      return pointer.queue(response, for: exchange, isHead: method == "HEAD", version == "HTTP/1.0")
    }
  }

  private func begin(_ exchange: ServerExchange, _ request: ServerRequest) -> ServerExchange.Step {
    if let problem = request.problem {
      log.refused(problem, from: request.peer)
      let text = "The request cannot be parsed (\(problem)): \(ServerLog.remedy).\n"
      return exchange.answered(.text(400, text))
    }
    guard request.headers.all.count <= limits.fieldCount else {
      let text = "A request may have at most \(limits.fieldCount) header fields.\n"
      return exchange.answered(.text(431, text))
    }
    return exchange.begin(request, responder)
  }
}

extension ServerResponse {
  /// A plain-text response, after which the connection closes.
  fileprivate static func text(_ status: Int, _ text: String) -> ServerResponse {
    ServerResponse(status, type: "text/plain; charset=utf-8", Array(text.utf8)).closing()
  }
}

package struct ServerLimits: Sendable {
  /// The maximum size, in bytes, of the head of a request, including the memory to parse it. A longer target is
  /// answered with 414, a longer head with 431.
  package var headSize = 32 << 10
  /// The maximum number of header fields. A request with more is answered with 431.
  package var fieldCount = 100
  /// The maximum number of open connections. Further connections wait until one is closed.
  package var connections = 512
  /// The maximum number of connections from one client address. Further connections from it are closed immediately, so
  /// that other clients can connect.
  package var connectionsPerAddress = 384
  /// The timeout for the next request on a connection, and for the head of a request.
  package var idleTime: Duration = .seconds(60)
  package var bodyTime: Duration = .seconds(60)
  /// The time after which a client that reads too little of its answer is disconnected.
  package var stallTime: Duration = .seconds(60)
  /// The time that a stopping server waits for unsent answers.
  package var answerTime: Duration = .seconds(2)
  /// The time for which the rest of a refused request is read. Closing a connection with unread bytes would reset it,
  /// and the client could lose the answer.
  package var lingerTime: Duration = .seconds(1)
  /// The number of threads that read requests.
  package var threads = 1

  package init() {}
}
