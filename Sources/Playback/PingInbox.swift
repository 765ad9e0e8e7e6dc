import NielsenAppApi
import Synchronization

/// Receives pings from the engine, which may deliver them on any thread.
final class PingInbox: Sendable {
  /// A ping, and whether the receiver of a cast made it.
  typealias Item = (ping: Ping, isReceivers: Bool)

  private let pings = Mutex<[Item]>([])

  func put(_ ping: Ping, isReceivers: Bool = false) {
    pings.withLock { $0.append((ping, isReceivers)) }
  }

  /// The pings put in since the last time.
  func empty() -> [Item] {
    pings.withLock { pings in
      guard !pings.isEmpty else { return [] }
      defer { pings = [] }
      return pings
    }
  }
}
