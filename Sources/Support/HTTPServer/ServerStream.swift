import CMicrohttpd
import Synchronization

/// A response body that is written while it is sent. At most two pieces are buffered.
package final class ServerStream: Sendable {
  /// Thrown by ``write(_:)`` after the client has left or the server has stopped.
  package struct Closed: Error {}

  private enum End { case finished, failed }

  private struct State {
    /// The unsent pieces, the oldest first.
    var pieces: [[UInt8]] = []
    /// The number of bytes of the first piece that were already sent.
    var taken = 0
    var end: End?
    var isClosed = false
    /// The suspended connection, which has no data to send; nil if it is not suspended.
    var suspended: MHDConnection?
    /// The writer that waits; nil if no writer waits.
    var writer: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
  }

  /// The number of unsent pieces at which a writer must wait.
  private static let pieceLimit = 2

  private let connection: MHDConnection
  /// Whether the end of the connection marks the end of the body.
  private let endsConnection: Bool
  private let state = Mutex(State())

  /// Creates a stream. Its body is sent in chunks unless `endsConnection` is true.
  init(_ connection: MHDConnection, endsConnection: Bool) {
    self.connection = connection
    self.endsConnection = endsConnection
  }

  /// Buffers a piece, and waits while two pieces, including this one, are unsent.
  /// - Throws: ``Closed``.
  package func write(_ bytes: [UInt8]) async throws(Closed) {
    guard !bytes.isEmpty else { return }
    await withCheckedContinuation { continuation in
      let continues = state.withLock { state -> Bool in
        guard !state.isClosed, state.end == nil else { return true }
        state.pieces.append(bytes)
        Self.resume(&state)
        if state.pieces.count < Self.pieceLimit { return true }
        state.writer = continuation
        return false
      }
      if continues { continuation.resume() }
    }
    if state.withLock({ $0.isClosed }) { throw Closed() }
  }

  func run(_ body: @escaping @Sendable (ServerStream) async throws -> Void) {
    let task = Task {
      do {
        try await body(self)
        finish()
      } catch {
        // The client can detect that its answer was cut off.
        finish(.failed)
      }
    }
    let isClosed = state.withLock { state in
      state.task = task
      return state.isClosed
    }
    if isClosed { task.cancel() }
  }

  func finish() { finish(.finished) }

  private func finish(_ end: End) {
    state.withLock { state in
      state.end = state.end ?? end
      Self.resume(&state)
    }
  }

  /// Ends the stream, because the client has left or the server is stopping.
  func end() {
    state.withLock { state in
      state.pieces = []
      state.end = .failed
      Self.resume(&state)
    }
    close()
  }

  /// Discards the unsent pieces, because nothing can be sent any more.
  func close() {
    let (writer, task) = state.withLock { state in
      defer { (state.writer, state.task, state.pieces) = (nil, nil, []) }
      state.isClosed = true
      return (state.writer, state.task)
    }
    task?.cancel()
    writer?.resume()
  }

  /// Whether the connection waits for data to send.
  var isSuspended: Bool { state.withLock { $0.suspended != nil } }

  private static func resume(_ state: inout State) {
    guard let connection = state.suspended else { return }
    state.suspended = nil
    MHD_resume_connection(connection.pointer)
  }

  /// Copies the next bytes for libmicrohttpd, from one piece. If nothing is buffered, ends the body or suspends the
  /// connection. Called on the thread of the connection.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (count, writer) = state.withLock {
      state -> (Int, CheckedContinuation<Void, Never>?) in
      guard let piece = state.pieces.first else {
        switch state.end {
        case .finished:
          if endsConnection { visitAgain() }
          return (id3tap_mhd_end_of_stream, nil)
        case .failed:
          visitAgain()
          return (id3tap_mhd_end_with_error, nil)
        case nil: break
        }
        state.suspended = connection
        // The lock ensures that the connection is resumed only after this call.
        MHD_suspend_connection(connection.pointer)
        return (0, nil)
      }
      return Self.take(&state, piece, buffer)
    }
    writer?.resume()
    return count
  }

  /// Makes libmicrohttpd process the connection once more. libmicrohttpd 0.9.75 closes a connection whose body ends
  /// here, but frees the connection only when it processes it again. A connection that was suspended may be in no epoll
  /// set, and would count as open forever.
  private func visitAgain() {
    MHD_suspend_connection(connection.pointer)
    MHD_resume_connection(connection.pointer)
  }

  private static func take(
    _ state: inout State,
    _ piece: [UInt8],
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> (Int, CheckedContinuation<Void, Never>?) {
    let count = min(buffer.count, piece.count - state.taken)
    buffer.copyBytes(from: piece[state.taken..<(state.taken + count)])
    state.taken += count
    guard state.taken == piece.count else { return (count, nil) }
    state.pieces.removeFirst()
    state.taken = 0
    defer { state.writer = nil }
    return (count, state.writer)
  }
}
