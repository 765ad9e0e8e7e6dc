import CMicrohttpd
import Dispatch
import Glibc
import Synchronization

/// A connection as libmicrohttpd has it. The library locks it where other threads may touch it: to resume it.
struct MHDConnection: @unchecked Sendable {
  let pointer: OpaquePointer
}

/// A request and its answer.
final class ServerExchange: Sendable {
  private enum Phase {
    /// Only the target is known.
    case target(String)
    case body(ServerRequest, limit: Int)
    /// The body was too large; the rest of it is dropped.
    case tooLarge(ServerRequest, limit: Int)
    case answering
  }

  private struct State {
    var phase: Phase
    var response: ServerResponse?
    var isAnswered = false
    /// Set while the connection is suspended until there is an answer.
    var isSuspended = false
    /// The answer did not come at once.
    var wasSuspended = false
    var isEnded = false
    var stream: ServerStream?
    /// The group to leave when the request is over, or was answered at once; set when it was received.
    var waiting: DispatchGroup?

    mutating func stopWaiting() {
      waiting?.leave()
      waiting = nil
    }
  }

  /// The next step of the library for a call.
  enum Step {
    /// Continue: more of the body comes, or the connection is suspended.
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

  // MARK: - Calls of the library, on the thread of the connection

  /// The target of a request of which nothing else is known yet.
  var target: String? {
    state.withLock { if case .target(let target) = $0.phase { target } else { nil } }
  }

  /// The head is complete.
  func begin(_ request: ServerRequest, _ responder: any ServerResponder) -> Step {
    switch responder.decide(on: request) {
    case .answer(let response):
      // The library closes a connection whose request is answered in its first call.
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

  /// A part of the body.
  func take(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      guard case .body(var request, let limit) = state.phase else { return }
      // So that the array has one owner.
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

  /// The request is complete, or the connection was resumed.
  ///
  /// - Parameters:
  ///   - responder: answers it.
  ///   - waiting: is entered while the request waits for its answer, until that is sent.
  /// - Returns: what the library is to do.
  func proceed(_ responder: any ServerResponder, _ waiting: DispatchGroup) -> Step {
    let phase = state.withLock { state in
      defer { state.phase = .answering }
      return state.phase
    }
    switch phase {
    case .target: return .close
    case .body(let request, _):
      // Before the responder has it: a server that ends in this moment waits for the answer, too.
      waiting.enter()
      state.withLock { $0.waiting = waiting }
      responder.respond(to: request, ServerReply(exchange: self))
    case .tooLarge(let request, let limit):
      return answered(responder.response(toBodyAbove: limit, of: request).closing())
    case .answering: break
    }
    return state.withLock { state in
      // Requests that were answered before the end are sent: the ping is on the disk.
      if let response = state.response {
        state.response = nil
        // Immediate answers are not waited for: their clients can be slow to read them.
        if !state.wasSuspended { state.stopWaiting() }
        return .answer(response)
      }
      if state.isEnded { return .close }
      (state.isSuspended, state.wasSuspended) = (true, true)
      // Within the lock: a call to resume it comes later.
      MHD_suspend_connection(pointer.pointer)
      return .wait
    }
  }

  /// The request is over; the pointer must not be used any more.
  func complete() {
    let (stream, waiting) = state.withLock { state in
      (state.isEnded, state.response) = (true, nil)
      defer { (state.stream, state.waiting) = (nil, nil) }
      return (state.stream, state.waiting)
    }
    stream?.close()
    waiting?.leave()
  }

  /// A stream that is sent from now on.
  func send(_ stream: ServerStream) {
    let isEnded = state.withLock { state in
      state.stream = stream
      return state.isEnded
    }
    if isEnded { stream.end() }
  }

  /// The request is answered at once.
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
    // Its descriptor has no other owner.
    if !isTaken, case .file(let descriptor, _) = response.body { close(descriptor) }
  }

  /// Ends what waits: the server ends, or the client is gone.
  func end() {
    let stream = state.withLock { state in
      state.isEnded = true
      resume(&state)
      return state.stream
    }
    stream?.end()
  }

  /// The stream that is being sent.
  var stream: ServerStream? { state.withLock { $0.stream } }

  private func resume(_ state: inout State) {
    guard state.isSuspended else { return }
    state.isSuspended = false
    MHD_resume_connection(pointer.pointer)
  }
}
