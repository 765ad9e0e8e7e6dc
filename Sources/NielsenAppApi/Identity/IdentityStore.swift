/// Where the engine keeps what it knows about the device from one instance to the next.
public protocol IdentityStore: AnyObject, Sendable {
  /// Reads and changes what is kept for `appID`. Nobody else, in this process or another one, reads
  /// or changes it meanwhile, so that engines started side by side agree on their ids; `change` must
  /// not use the store.
  func update<Result: Sendable>(
    appID: String,
    _ change: (inout StoredIdentity) -> Result
  ) -> Result
}
