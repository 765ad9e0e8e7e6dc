/// The ids of the engine and of the user it measures.
extension NielsenAppApi {
  /// The version of the engine, such as `ox.1.0.0`.
  public var meterVersion: String {
    EngineVersion.meter(read { $0.configuration.sdk } ?? EngineConfiguration.SDK())
  }

  /// The device id: 64 lower-case hexadecimal digits; empty when there is none or it is not shown.
  public var deviceId: String { read { $0.shownDeviceID } ?? "" }

  /// Another name of ``deviceId``.
  public var demographicId: String { deviceId }

  /// The Nielsen id of the device: the same as ``deviceId``.
  public var nielsenId: String { deviceId }

  /// The first-party id; empty when there is none or it is not shown.
  public var firstPartyId: String {
    read { $0.showsIDs ? $0.identities.firstPartyID?.text : "" } ?? ""
  }

  /// The vendor id: an upper-case UUID; empty when there is none or it is not shown.
  public var vendorId: String { read { $0.showsIDs ? $0.identities.vendorID : "" } ?? "" }

  /// The values that a sender puts into the media metadata of a cast, so that the receiver measures for the
  /// same user: the device id and `true` or `false` for the opt-out.
  public func receiverMetadata() -> [String: String] { instance.withLock { $0.receiverMetadata } }
}
