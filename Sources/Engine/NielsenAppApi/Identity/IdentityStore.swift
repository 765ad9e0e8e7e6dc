import Synchronization

/// A store that keeps identities, the user's opt-out choice and the last configuration across engine instances.
public protocol IdentityStore: AnyObject, Sendable {
  /// Reads and changes the stored identity of `appID`.
  ///
  /// All other callers, including those in other processes, wait until this method returns, so that
  /// engines started at the same time agree on their ids. `change` must be called exactly once
  /// unless an error is thrown, and must not use the store.
  ///
  /// - Throws: ``IdentityStoreError``; any other error counts as unknown. The engine reports the error to its delegate
  ///   and continues in memory. An engine cannot start while the store is locked or if the error is unknown.
  func update(appID: String, _ change: (inout StoredIdentity) -> Void) throws
}

/// An error of an identity store.
public struct IdentityStoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Sendable, Hashable {
    /// Another process holds the store: no engine can be made (error 1008), and a running engine reports error 13.
    case locked
    /// A file or directory could not be used, or a file is damaged (error 1003).
    case unreadable
    /// A file could not be written (error 1002).
    case unwritable
    /// The store failed, or a newer version wrote it (error 13).
    case failed
  }

  /// The kind of error.
  public var code: Code
  /// The problem and its remedy, without ids of the user.
  public var description: String

  /// Makes an error.
  public init(code: Code, description: String) {
    self.code = code
    self.description = description
  }
}

/// The data that one application keeps about the device across engine instances.
///
/// Every property is optional, because a stored file may be older than the property.
public struct StoredIdentity: Sendable, Equatable, Codable {
  /// The first-party id: 29 characters and ten digits.
  public var firstPartyID: String?
  /// When ``firstPartyID`` was made, in Unix seconds.
  public var firstPartyCreated: Int64?
  /// The vendor id: an upper-case UUID.
  public var vendorID: String?
  /// The lower-case UUID that replaces a missing id of the device profile.
  public var deviceUUID: String?
  /// The time of the last request to the cross-domain service, in Unix seconds.
  public var emmTime: Int64?
  /// The user's choice in the app: true means opted out; nil means that the user never chose.
  public var hasOptedOut: Bool?
  /// The last configuration that was received and used.
  public var configuration: String?

  /// Makes an identity with the given values.
  public init(
    firstPartyID: String? = nil,
    firstPartyCreated: Int64? = nil,
    vendorID: String? = nil,
    deviceUUID: String? = nil,
    emmTime: Int64? = nil,
    hasOptedOut: Bool? = nil,
    configuration: String? = nil
  ) {
    self.firstPartyID = firstPartyID
    self.firstPartyCreated = firstPartyCreated
    self.vendorID = vendorID
    self.deviceUUID = deviceUUID
    self.emmTime = emmTime
    self.hasOptedOut = hasOptedOut
    self.configuration = configuration
  }
}

/// Keeps identities in memory, so that later engines of the same process find them.
public final class MemoryStore: IdentityStore {
  /// A store that the engines of a process can share.
  public static let standard = MemoryStore()

  private let identities: Mutex<[String: StoredIdentity]>

  /// Makes a store with `identities` by app id.
  public init(identities: [String: StoredIdentity] = [:]) {
    self.identities = Mutex(identities)
  }

  /// Reads and changes the stored identity of `appID` while all other callers wait.
  public func update<Result: Sendable>(
    appID: String,
    _ change: (inout StoredIdentity) -> Result
  ) -> Result {
    identities.withLock { change(&$0[appID, default: StoredIdentity()]) }
  }
}
