import CMicrohttpd
import Dispatch
import Glibc
import Synchronization
import System

/// A connection, with the event that it waits for and the start of the wait.
final class ServerConnection: Sendable {
  enum Phase {
    case head
    case body
    /// The connection waits for the responder's answer. There is no time limit.
    case answer
    /// The client is reading the answer. If `isLive` is true, the answer may last forever.
    case reading(isLive: Bool)
  }

  private struct State {
    var phase = Phase.head
    /// The start of the phase, in milliseconds of the monotonic clock.
    var since: Int64
    /// The number of bytes that the client had acknowledged when it last made progress.
    var acknowledged: UInt64 = 0
    var stalledSince: Int64
    /// Whether the socket still belongs to the connection. After a socket is closed, the system reuses its number.
    var isOpen = true
    var isEnded = false
    var leavesUnread = false
    var exchange: ServerExchange?
  }

  /// The number of bytes that a client must acknowledge within the stall time, unless it acknowledges all.
  private static let leastProgress: UInt64 = 32 << 10

  let socket: Int32
  let peer: String
  private let state: Mutex<State>

  init(socket: Int32, peer: String) {
    self.socket = socket
    self.peer = peer
    let now = Self.now()
    state = Mutex(State(since: now, stalledSince: now))
  }

  static func now() -> Int64 { MonotonicClock.milliseconds }

  // MARK: - Events

  func begin(_ exchange: ServerExchange) {
    let isEnded = state.withLock { state in
      state.exchange = exchange
      return state.isEnded
    }
    if isEnded { exchange.end() }
  }

  func enter(_ phase: Phase) {
    state.withLock { ($0.phase, $0.since) = (phase, Self.now()) }
  }

  /// Records that a request was answered before its body was read.
  func leaveUnread() { state.withLock { $0.leavesUnread = true } }

  /// Records that a request is complete, so that another request may follow.
  func complete() {
    state.withLock { ($0.exchange, $0.phase, $0.since) = (nil, .head, Self.now()) }
  }

  func end() {
    let exchange = state.withLock { state in
      state.isEnded = true
      return state.exchange
    }
    exchange?.end()
  }

  // MARK: - Deadlines

  /// The time limit of an incomplete request whose client has closed its half of the connection. libmicrohttpd may need
  /// this time to process a request that has arrived completely.
  private static let leavingTime: Duration = .seconds(2)

  /// Closes the connection if its client exceeds a time limit. Ends a waiting live stream whose client closed its half
  /// of the connection.
  func check(_ limits: ServerLimits, at now: Int64) {
    let gone = state.withLock { state -> ServerExchange? in
      guard state.isOpen else { return nil }
      switch state.phase {
      case .head:
        // The last answer may not have been acknowledged yet.
        checkReading(&state, now, limits.stallTime)
        cut(&state, now, since: state.since, hasLeft ? Self.leavingTime : limits.idleTime)
      case .body:
        cut(&state, now, since: state.since, hasLeft ? Self.leavingTime : limits.bodyTime)
      case .answer: break
      case .reading(let isLive):
        if let exchange = state.exchange, isLive, exchange.stream?.isSuspended == true,
          id3tap_tcp_is_half_closed(socket)
        {
          return exchange
        }
        checkReading(&state, now, limits.stallTime)
      }
      return nil
    }
    gone?.end()
  }

  private func cut(
    _ state: inout State,
    _ now: Int64,
    since: Int64,
    _ time: Duration
  ) {
    guard now - since >= time.milliseconds else { return }
    state.leavesUnread = false
    shutdown(socket, Int32(SHUT_RDWR))
    // A stream that waits for data to send would not notice the closed connection.
    if let stream = state.exchange?.stream { stream.end() }
  }

  private func checkReading(_ state: inout State, _ now: Int64, _ time: Duration) {
    var (pending, acknowledged): (Int32, UInt64) = (0, 0)
    guard id3tap_tcp_progress(socket, &pending, &acknowledged) else { return }
    // Reading one byte now and then does not count as progress. A client could otherwise hold the connection forever.
    if pending == 0 || acknowledged >= state.acknowledged + Self.leastProgress {
      (state.stalledSince, state.acknowledged) = (now, acknowledged)
    } else {
      cut(&state, now, since: state.stalledSince, time)
    }
  }

  /// Whether the client has closed its half of the connection, and all bytes from the client have been read.
  private var hasLeft: Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  // MARK: - Closing

  /// Called before libmicrohttpd closes the socket.
  func close(lingering time: Duration) {
    let lingers = state.withLock { state -> Bool in
      state.isOpen = false
      switch state.phase {
      case .head, .body: return true
      case .answer, .reading: return state.leavesUnread
      }
    }
    if lingers || state.withLock({ $0.leavesUnread }) { linger(time) }
  }

  /// Reads the bytes that the client still sends, for a limited time. The copied descriptor keeps the socket open.
  private func linger(_ time: Duration) {
    guard !hasLeft else { return }
    let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    shutdown(copy, Int32(SHUT_WR))
    guard let lingering = LingeringSocket(copy) else {
      Glibc.close(copy)
      return
    }
    lingering.drain(time)
  }
}

/// A socket from which unused bytes are read. Dispatch sources can be used from any thread.
private final class LingeringSocket: @unchecked Sendable {
  private static let queue = DispatchQueue(label: "id3tap.server.lingering")
  /// The maximum number of lingering sockets, whose descriptors no other limit counts.
  private static let capacity = 128
  private static let count = Mutex(0)

  private let descriptor: Int32
  private let source: any DispatchSourceRead

  /// Fails if too many sockets are lingering.
  init?(_ descriptor: Int32) {
    let isAllowed = Self.count.withLock { count in
      guard count < Self.capacity else { return false }
      count += 1
      return true
    }
    guard isAllowed else { return nil }
    self.descriptor = descriptor
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
    source.setCancelHandler {
      Glibc.close(descriptor)
      Self.count.withLock { $0 -= 1 }
    }
  }

  /// Reads until the client closes its half of the connection, for at most `time`.
  func drain(_ time: Duration) {
    source.setEventHandler { [self] in read() }
    source.activate()
    Self.queue.asyncAfter(deadline: .now() + .milliseconds(Int(time.milliseconds))) { [self] in
      source.cancel()
    }
  }

  private func read() {
    let size = 16 << 10
    let count = withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) {
      recv(descriptor, $0.baseAddress, size, Int32(MSG_DONTWAIT))
    }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { source.cancel() }
  }
}

extension Duration {
  var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
