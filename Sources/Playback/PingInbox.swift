import NielsenAppApi
import Synchronization

/// Takes pings from the engine, which may hand them over on any thread.
final class PingInbox: Sendable {
  private let pings = Mutex<[Ping]>([])

  func put(_ ping: Ping) { pings.withLock { $0.append(ping) } }

  /// The pings put in since the last time.
  func empty() -> [Ping] {
    pings.withLock { pings in
      guard !pings.isEmpty else { return [] }
      defer { pings = [] }
      return pings
    }
  }
}
