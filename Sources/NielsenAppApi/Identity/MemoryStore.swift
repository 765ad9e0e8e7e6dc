import Synchronization

/// Keeps identities in memory, so that a second engine of the same run finds them.
public final class MemoryStore: IdentityStore {
  /// The store of the process.
  public static let standard = MemoryStore()

  private let identities: Mutex<[String: StoredIdentity]>

  /// Makes a store that knows `identities` by app id.
  public init(identities: [String: StoredIdentity] = [:]) {
    self.identities = Mutex(identities)
  }

  /// Reads and changes what is kept for `appID`, in turn with all others.
  public func update<Result: Sendable>(
    appID: String,
    _ change: (inout StoredIdentity) -> Result
  ) -> Result {
    identities.withLock { change(&$0[appID, default: StoredIdentity()]) }
  }
}
