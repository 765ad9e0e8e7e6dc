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
