import Synchronization

/// The requests and the connections of a server so far.
final class RequestLog: Sendable {
  private struct State {
    var requests: [TestRequest] = []
    var countByPath: [String: Int] = [:]
    var connectionCount = 0
    var connections: [Int: Socket] = [:]
    var isClosed = false
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var requests: [TestRequest] { state.withLock(\.requests) }
  var connectionCount: Int { state.withLock(\.connectionCount) }

  /// Numbers a connection, from 0, and keeps it until it is removed; nil after `closeConnections()`.
  func addConnection(_ socket: Socket) -> Int? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      let number = state.connectionCount
      state.connectionCount += 1
      state.connections[number] = socket
      return number
    }
  }

  /// Forgets a connection, which its thread then closes.
  func removeConnection(_ number: Int) {
    state.withLock { _ = $0.connections.removeValue(forKey: number) }
  }

  /// Sends bytes on all open connections, even without a request.
  func push(_ bytes: [UInt8]) {
    let connections = state.withLock { Array($0.connections.values) }
    for connection in connections { _ = connection.send(bytes) }
  }

  /// Ends all current and future connections, and wakes their threads.
  func closeConnections() {
    state.withLock { state in
      state.isClosed = true
      // Done under the lock: the thread of a connection closes its socket only after removing it here.
      for connection in state.connections.values { connection.shutDown() }
    }
  }

  /// Numbers a request among those of its path and keeps it. Also returns its number among all requests.
  func add(_ request: TestRequest) -> (request: TestRequest, number: Int) {
    let (numbered, number, due) = state.withLock { state in
      var numbered = request
      numbered.index = state.countByPath[request.path, default: 0]
      state.countByPath[request.path] = numbered.index + 1
      state.requests.append(numbered)
      let count = state.requests.count
      let due = state.waiters.filter { $0.count <= count }.map(\.continuation)
      state.waiters.removeAll { $0.count <= count }
      return (numbered, count - 1, due)
    }
    for continuation in due { continuation.resume() }
    return (numbered, number)
  }

  /// Returns when at least `count` requests were received.
  func wait(for count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
