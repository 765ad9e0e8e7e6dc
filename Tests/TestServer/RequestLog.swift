import NIOCore
import Synchronization

/// What has come in at a server.
final class RequestLog: Sendable {
  private struct State {
    var requests: [TestRequest] = []
    var countByPath: [String: Int] = [:]
    var connectionCount = 0
    var connections: [ObjectIdentifier: any Channel] = [:]
  }

  private let state = Mutex(State())

  var requests: [TestRequest] { state.withLock(\.requests) }
  var connectionCount: Int { state.withLock(\.connectionCount) }
  var connections: [any Channel] { state.withLock { Array($0.connections.values) } }

  /// Numbers a connection and remembers it as long as it is open.
  func addConnection(_ channel: any Channel) -> Int {
    let id = ObjectIdentifier(channel)
    channel.closeFuture.whenComplete { [self] _ in
      state.withLock { _ = $0.connections.removeValue(forKey: id) }
    }
    return state.withLock { state in
      state.connections[id] = channel
      defer { state.connectionCount += 1 }
      return state.connectionCount
    }
  }

  /// Numbers a request among those of its path and remembers it.
  func add(_ request: TestRequest) -> TestRequest {
    state.withLock { state in
      var numbered = request
      numbered.index = state.countByPath[request.path, default: 0]
      state.countByPath[request.path] = numbered.index + 1
      state.requests.append(numbered)
      return numbered
    }
  }
}
