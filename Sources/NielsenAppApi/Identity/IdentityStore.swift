/// Where identities, the choice of the user and the last configuration are kept from one engine to
/// the next.
public protocol IdentityStore: AnyObject, Sendable {
  /// Reads and changes what is kept for `appID`.
  ///
  /// All other callers wait meanwhile, also those of other processes, so that engines started
  /// side by side agree on their ids. `change` must be called exactly once unless an error is thrown
  /// and must not use the store.
  ///
  /// - Throws: ``IdentityStoreError``; any other error counts as an unknown one. The engine reports
  ///   it to its delegate and continues in memory.
  func update(appID: String, _ change: (inout StoredIdentity) -> Void) throws
}

/// Why identities could not be read or kept.
public struct IdentityStoreError: Error, Sendable, CustomStringConvertible {
  /// Why identities could not be read or kept.
  public enum Code: Sendable, Hashable {
    /// Another process holds the store: no engine can be made (error 1008).
    case locked
    /// A file could not be read (error 1003).
    case unreadable
    /// A file could not be written (error 1002).
    case unwritable
    /// The database failed, or a newer version wrote it (error 13).
    case failed
  }

  /// Why identities could not be read or kept.
  public var code: Code
  /// The event and its remedy. It holds no id.
  public var description: String

  /// Makes an error.
  public init(code: Code, description: String) {
    self.code = code
    self.description = description
  }
}
