/// What one application keeps about the device from one engine to the next.
///
/// Every property is optional: a store on disk may be older than it.
public struct StoredIdentity: Sendable, Equatable, Codable {
  /// The first-party id: 29 characters and ten digits.
  public var firstPartyID: String?
  /// When ``firstPartyID`` was made, in Unix seconds.
  public var firstPartyCreated: Int64?
  /// The vendor id: an upper-case UUID.
  public var vendorID: String?
  /// Stands for the device when the device profile names none: a lower-case UUID.
  public var deviceUUID: String?

  /// Makes an identity of which nothing, or the given parts, exist.
  public init(
    firstPartyID: String? = nil,
    firstPartyCreated: Int64? = nil,
    vendorID: String? = nil,
    deviceUUID: String? = nil
  ) {
    self.firstPartyID = firstPartyID
    self.firstPartyCreated = firstPartyCreated
    self.vendorID = vendorID
    self.deviceUUID = deviceUUID
  }
}
