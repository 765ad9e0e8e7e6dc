import Synchronization

/// Keeps identities in memory, so that a second engine of the same run finds them.
public final class MemoryStore: Sendable {
  private let identities: Mutex<[String: StoredIdentity]>

  /// Makes a store that knows `identities` by app id.
  public init(identities: [String: StoredIdentity] = [:]) {
    self.identities = Mutex(identities)
  }

  /// What is kept for `appID`.
  public func identity(appID: String) -> StoredIdentity {
    identities.withLock { $0[appID] ?? StoredIdentity() }
  }

  /// Keeps `identity` for `appID`.
  public func keep(_ identity: StoredIdentity, appID: String) {
    identities.withLock { $0[appID] = identity }
  }
}
