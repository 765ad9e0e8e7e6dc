/// Names that the reference calls deprecated and that applications still use.
extension NielsenAppApi {
  /// The Nielsen id of the device.
  @available(*, deprecated, renamed: "nielsenId")
  public func getNielsenId() -> String { deviceId }

  /// Whether the user is opted out: a value that a sender gives to the receiver of a cast.
  @available(*, deprecated, renamed: "optOutStatus")
  public func getOptOutStatus() -> Bool { optOutStatus }

  /// The id of the device: a value that a sender gives to the receiver of a cast.
  @available(*, deprecated, renamed: "demographicId")
  public func getDemographicId() -> String { demographicId }

  /// The page on which the user chooses.
  @available(*, deprecated, renamed: "optOutURL")
  public func optOutURLString() -> String { optOutURL }

  /// The version of the engine.
  @available(*, deprecated, renamed: "meterVersion")
  public func getMeterVersion() -> String { meterVersion }

  /// The latest event.
  @available(*, deprecated, renamed: "lastEventDict")
  public func getLastEventDict() -> [AnyHashable: Any]? { lastEventDict }

  /// The latest error.
  @available(*, deprecated, renamed: "lastErrorDict")
  public func getLastErrorDict() -> [AnyHashable: Any]? { lastErrorDict }
}
