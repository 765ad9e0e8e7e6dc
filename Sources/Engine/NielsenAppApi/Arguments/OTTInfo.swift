/// The values of `updateOTT`, which describe the device that plays the stream.
struct OTTInfo: Sendable, Equatable {
  var isConnected: Bool
  /// The given `ottType`; empty if there is none.
  var type: String
  var values: [String: String]

  static let none = OTTInfo(isConnected: false, type: "", values: ["ottStatus": "0"])

  private static let knownKeys = [
    "type", "ottStatus", "ottType", "ottDevice", "ottDeviceName", "ottDeviceID",
    "ottDeviceManufacturer", "ottDeviceModel", "ottDeviceVersion", RelayKey.deviceID,
    RelayKey.userID, RelayKey.optOut,
  ]
  private static let types: Set<String> = ["casting", "airplay", "mirroring", "other"]
  private static let devices: Set<String> = ["chromecast", "airplay", "appleTV", "other"]

  /// Reads ottInfo and sets `warnings` to the lines for the log.
  ///
  /// - Throws: ``EngineProblem`` with code 2.
  static func read(
    _ argument: CallArgument,
    warnings: inout [String]
  ) throws(EngineProblem) -> OTTInfo {
    guard let object = ArgumentObject(argument, knownKeys: knownKeys) else {
      throw EngineProblem(
        .failedParseMetadata,
        "updateOTT: the information is neither a dictionary nor a JSON object: pass one"
      )
    }
    guard let status = object["ottStatus"], status == "0" || status == "1" else {
      throw EngineProblem(
        .failedParseMetadata,
        "updateOTT: 'ottStatus' is missing or neither 0 nor 1: pass 0 or 1"
      )
    }
    // The casting guide also passes the opt-out choice as a Bool or a number.
    warnings = object.warnings.filter { !$0.contains("'\(RelayKey.optOut)' is not a string") }
    let type = object["ottType"] ?? ""
    if !type.isEmpty, !types.contains(type) {
      warnings.append("'ottType' is not casting, airplay, mirroring or other")
    }
    if let device = object["ottDevice"], !devices.contains(device) {
      warnings.append("'ottDevice' is not chromecast, airplay, appleTV or other")
    }
    return OTTInfo(isConnected: status == "1", type: type, values: object.values)
  }

  func changesView(after other: OTTInfo) -> Bool {
    isConnected != other.isConnected || type != other.type
  }

  /// The device id of the cast sender; nil if the sender passes no device id.
  var relayedDeviceID: String? {
    let userID = values[RelayKey.userID].flatMap { $0.isBlank ? nil : $0 }
    return userID ?? values[RelayKey.deviceID]
  }

  /// Whether the cast sender passes a blank device id, as it does for a user who has opted out.
  var hidesIDs: Bool { relayedDeviceID?.isBlank ?? false }

  /// Whether the user of the cast sender has opted out; nil when the sender does not pass the choice.
  var relayedOptOut: Bool? {
    values[RelayKey.optOut].map { ["1", "true"].contains($0.lowercased()) }
  }
}

/// The keys with which a cast sender describes its user to the receiver.
enum RelayKey {
  static let deviceID = "kGCKMetadataNlsKeyDeviceID"
  /// The sender's NUID, which takes precedence over ``deviceID`` unless it is blank.
  static let userID = "kGCKMetadataNlsKeyNUID"
  static let optOut = "kGCKMetadataNlsKeyOptout"
}

/// Returns the argument of `updateOTT` for an audio route, as the published code does, but without Apple's types.
///
/// The last AirPlay output is used. Since iOS 11, the name of an AirPlay route is `AirPlay`, and the identifier of a
/// mirroring route ends with `screen`. Before iOS 11, the end of the identifier distinguished the two.
///
/// - Parameter outputs: The outputs of the current route: `portType`, `portName` and `uid` of each.
/// - Returns: `ottStatus` and, if there is an AirPlay output, `ottType`, `ottDevice`,
///   `ottDeviceModel` and `ottDeviceID`.
public func airPlayStatus(
  _ outputs: [(portType: String, portName: String, uid: String)]
) -> [String: String] {
  guard let output = outputs.last(where: { $0.portType == "AirPlay" }) else {
    return ["ottStatus": "0"]
  }
  var status = [
    "ottStatus": "1", "ottDeviceModel": output.portName, "ottDeviceID": output.uid,
  ]
  if output.portName == "AirPlay" {
    status["ottDevice"] = "airplay"
    status["ottType"] = "airplay"
    return status
  }
  status["ottDevice"] = contains(output.portName, "Apple TV") ? "appleTV" : "other"
  if output.uid.hasSuffix("airplay") {
    status["ottType"] = "airplay"
  } else if output.uid.hasSuffix("screen") {
    status["ottType"] = "mirroring"
  } else {
    status["ottType"] = "other"
  }
  return status
}

private func contains(_ text: String, _ part: String) -> Bool {
  text.indices.contains { text[$0...].hasPrefix(part) }
}
