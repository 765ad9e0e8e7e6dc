/// The values of `updateOTT` that describe the device the stream is played on.
struct OTTInfo: Sendable, Equatable {
  /// Whether a device is connected.
  var isConnected: Bool
  /// `casting`, `airplay`, `mirroring`, `other` or the given text; empty when none was given.
  var type: String
  /// All values by key.
  var values: [String: String]

  /// No device is connected.
  static let none = OTTInfo(isConnected: false, type: "", values: ["ottStatus": "0"])

  private static let knownKeys = [
    "type", "ottStatus", "ottType", "ottDevice", "ottDeviceName", "ottDeviceID",
    "ottDeviceManufacturer", "ottDeviceModel", "ottDeviceVersion", RelayKey.deviceID,
    RelayKey.userID, RelayKey.optOut,
  ]
  private static let types: Set<String> = ["casting", "airplay", "mirroring", "other"]
  private static let devices: Set<String> = ["chromecast", "airplay", "appleTV", "other"]

  /// Reads ottInfo; `warnings` gets remarks for the log.
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
        "updateOTT: 'ottStatus' is missing or neither 0 nor 1: pass one of them"
      )
    }
    // The guide of casting passes the choice as a truth value or a number too.
    warnings = object.warnings.filter { !$0.contains("'\(RelayKey.optOut)' is not a string") }
    let type = object["ottType"] ?? ""
    if !type.isEmpty, !types.contains(type) {
      warnings.append("'ottType' may be casting, airplay, mirroring or other")
    }
    if let device = object["ottDevice"], !devices.contains(device) {
      warnings.append("'ottDevice' may be chromecast, airplay, appleTV or other")
    }
    return OTTInfo(isConnected: status == "1", type: type, values: object.values)
  }

  /// Whether what is watched makes a view of its own after `other`.
  func changesView(after other: OTTInfo) -> Bool {
    isConnected != other.isConnected || type != other.type
  }

  /// The device id of the sender of a cast; nil when it gives none.
  var relayedDeviceID: String? {
    let userID = values[RelayKey.userID].flatMap { $0.isBlank ? nil : $0 }
    return userID ?? values[RelayKey.deviceID]
  }

  /// Whether the sender of a cast has no device id to give: its user is opted out, or it is a flavour without ids.
  var hidesIDs: Bool { relayedDeviceID?.isBlank ?? false }

  /// Whether the user of the sender of a cast is opted out; nil when it does not say.
  var relayedOptOut: Bool? {
    values[RelayKey.optOut].map { ["1", "true"].contains($0.lowercased()) }
  }
}

/// The keys by which a sender describes its user to a receiver.
enum RelayKey {
  /// The device id of the sender.
  static let deviceID = "kGCKMetadataNlsKeyDeviceID"
  /// Another id of the sender, which goes first.
  static let userID = "kGCKMetadataNlsKeyNUID"
  /// Whether the user of the sender is opted out.
  static let optOut = "kGCKMetadataNlsKeyOptout"
}

/// The arguments of `updateOTT` for an audio route: the published mapping without the platform's
/// types.
///
/// Of several AirPlay outputs the last one counts. Both generations of routes are known: from iOS 11
/// on the route itself is called `AirPlay` and mirroring ends its identifier with `screen`; before, the
/// end of the identifier said both.
///
/// - Parameter outputs: The outputs of the current route: `portType`, `portName` and `uid` of each.
/// - Returns: `ottStatus`, and when an AirPlay output is there `ottType`, `ottDevice`,
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
