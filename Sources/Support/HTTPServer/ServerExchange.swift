import CMicrohttpd
import Dispatch
import Glibc
import Synchronization

/// A libmicrohttpd connection. Other threads may only resume the connection; libmicrohttpd locks it during that call.
struct MHDConnection: @unchecked Sendable {
  let pointer: OpaquePointer
}

final class ServerExchange: Sendable {
  private enum Phase {
    /// Only the target has been received.
    case target(String)
    case body(ServerRequest, limit: Int)
    /// The body was too large; the rest of it is discarded.
    case tooLarge(ServerRequest, limit: Int)
    case answering
  }

  private struct State {
    var phase: Phase
    var response: ServerResponse?
    var isAnswered = false
    /// Whether the connection is suspended until the answer is available.
    var isSuspended = false
    /// Whether the connection has been suspended, because the answer was not available immediately.
    var wasSuspended = false
    var isEnded = false
    var stream: ServerStream?
    /// The group to leave when the request is complete, or when it is answered immediately. Nil before the whole
    /// request has been received, and after the group has been left.
    var waiting: DispatchGroup?

    mutating func stopWaiting() {
      waiting?.leave()
      waiting = nil
    }
  }

  /// The next step of libmicrohttpd after a call.
  enum Step {
    /// Continue: the rest of the request follows, or the connection is suspended.
    case wait
    case answer(ServerResponse)
    case close
  }

  let connection: ServerConnection
  private let pointer: MHDConnection
  private let state: Mutex<State>

  init(_ connection: ServerConnection, _ pointer: MHDConnection, target: String) {
    self.connection = connection
    self.pointer = pointer
    state = Mutex(State(phase: .target(target)))
  }

  // MARK: - Calls from libmicrohttpd, on the thread of the connection

  /// The target, if no other part of the request has been received yet; otherwise nil.
  var target: String? {
    state.withLock { if case .target(let target) = $0.phase { target } else { nil } }
  }

  func begin(_ request: ServerRequest, _ responder: any ServerResponder) -> Step {
    switch responder.decide(on: request) {
    case .answer(let response):
      // libmicrohttpd closes a connection whose request is answered in the first call.
      guard !request.hasBody, !response.closes else { return answered(response) }
      state.withLock { ($0.phase, $0.response, $0.isAnswered) = (.answering, response, true) }
      return .wait
    case .read(let limit):
      if request.hasBody, let length = request.contentLength, length > limit {
        return answered(responder.response(toBodyAbove: limit, of: request))
      }
      state.withLock { $0.phase = .body(request, limit: limit) }
      return .wait
    }
  }

  /// Adds a part of the body, or discards it if the body is too large.
  func take(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      guard case .body(var request, let limit) = state.phase else { return }
      // Without this, the body would have two owners and would be copied.
      state.phase = .answering
      guard request.body.count + bytes.count <= limit else {
        request.body = []
        state.phase = .tooLarge(request, limit: limit)
        return
      }
      request.body.append(contentsOf: bytes)
      state.phase = .body(request, limit: limit)
    }
  }

  /// Continues when the request is complete or the connection was resumed. The request is in the group `waiting` until
  /// it is answered immediately, or until its delayed answer has been sent.
  func proceed(_ responder: any ServerResponder, _ waiting: DispatchGroup) -> Step {
    let phase = state.withLock { state in
      defer { state.phase = .answering }
      return state.phase
    }
    switch phase {
    case .target: return .close
    case .body(let request, _):
      // The group is entered before the responder is called, so that a server that stops now waits for the answer.
      waiting.enter()
      state.withLock { $0.waiting = waiting }
      responder.respond(to: request, ServerReply(exchange: self))
    case .tooLarge(let request, let limit):
      return answered(responder.response(toBodyAbove: limit, of: request).closing())
    case .answering: break
    }
    return state.withLock { state in
      // Requests answered before the server stops still get their answer, because their ping is stored.
      if let response = state.response {
        state.response = nil
        // The server does not wait for immediate answers, because their clients may be slow to read them.
        if !state.wasSuspended { state.stopWaiting() }
        return .answer(response)
      }
      if state.isEnded { return .close }
      (state.isSuspended, state.wasSuspended) = (true, true)
      // The lock ensures that the connection is resumed only after this call.
      MHD_suspend_connection(pointer.pointer)
      return .wait
    }
  }

  /// Ends the exchange. The pointer must not be used afterwards.
  func complete() {
    let (stream, waiting) = state.withLock { state in
      (state.isEnded, state.response) = (true, nil)
      defer { (state.stream, state.waiting) = (nil, nil) }
      return (state.stream, state.waiting)
    }
    stream?.close()
    waiting?.leave()
  }

  func send(_ stream: ServerStream) {
    let isEnded = state.withLock { state in
      state.stream = stream
      return state.isEnded
    }
    if isEnded { stream.end() }
  }

  /// Records that the answer is available immediately. Returns the step that sends it; `close` after ``end()``.
  func answered(_ response: ServerResponse) -> Step {
    state.withLock { state in
      (state.phase, state.isAnswered) = (.answering, true)
      return state.isEnded ? .close : .answer(response)
    }
  }

  // MARK: - Calls from any thread

  func answer(_ response: ServerResponse) {
    let isTaken = state.withLock { state -> Bool in
      guard !state.isAnswered, !state.isEnded else { return false }
      (state.response, state.isAnswered) = (response, true)
      resume(&state)
      return true
    }
    // The file descriptor has no other owner.
    if !isTaken, case .file(let descriptor, _) = response.body { close(descriptor) }
  }

  /// Ends everything that waits, because the server is stopping or the client has left.
  func end() {
    let stream = state.withLock { state in
      state.isEnded = true
      resume(&state)
      return state.stream
    }
    stream?.end()
  }

  var stream: ServerStream? { state.withLock { $0.stream } }

  private func resume(_ state: inout State) {
    guard state.isSuspended else { return }
    state.isSuspended = false
    MHD_resume_connection(pointer.pointer)
  }
}
