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
