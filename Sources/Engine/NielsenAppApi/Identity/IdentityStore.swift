import Synchronization

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

/// The data that one application keeps about the device from one engine to the next.
///
/// Every property is optional: a store on disk may be older than it.
public struct StoredIdentity: Sendable, Equatable, Codable {
  /// The first-party id: 29 characters and ten digits.
  public var firstPartyID: String?
  /// When ``firstPartyID`` was made, in Unix seconds.
  public var firstPartyCreated: Int64?
  /// The vendor id: an upper-case UUID.
  public var vendorID: String?
  /// Used for the device when the device profile names none: a lower-case UUID.
  public var deviceUUID: String?
  /// When the cross-domain service was last asked, in Unix seconds.
  public var emmTime: Int64?
  /// The user's choice in the app: true is out. Nil: the user was never asked.
  public var hasOptedOut: Bool?
  /// The last configuration that was received and used.
  public var configuration: String?

  /// Makes an identity of which nothing, or the given parts, exist.
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
