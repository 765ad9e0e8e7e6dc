import Synchronization

/// Keeps identities in memory, so that a second engine of the same run finds them.
public final class MemoryStore: Sendable {
  /// The store of the process.
  public static let standard = MemoryStore()

  private let identities: Mutex<[String: StoredIdentity]>

  /// Makes a store that knows `identities` by app id.
  public init(identities: [String: StoredIdentity] = [:]) {
    self.identities = Mutex(identities)
  }

  /// Reads and changes what is kept for `appID`. Nobody else reads or changes it meanwhile, so
  /// that engines started side by side agree on their ids; `change` must not use the store.
  func update<Result: Sendable>(
    appID: String,
    _ change: (inout StoredIdentity) -> Result
  ) -> Result {
    identities.withLock { change(&$0[appID, default: StoredIdentity()]) }
  }
}
