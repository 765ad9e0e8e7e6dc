extension NielsenAppApi {
  /// The values that a sender puts into the media metadata of a cast, so that the receiver measures for the
  /// same user: the device id and `true` or `false` for the opt-out.
  public func receiverMetadata() -> [String: String] {
    [RelayKey.deviceID: demographicId, RelayKey.optOut: optOutStatus ? "true" : "false"]
  }
}
