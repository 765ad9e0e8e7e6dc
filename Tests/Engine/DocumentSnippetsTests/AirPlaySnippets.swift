import Foundation
import NielsenAppApi

/// DCR Sweden Video iOS SDK, "Optional Step for AirPlay", and Template:iOS Airplay: the same code.
///
/// `reportOTTUpdate` passes on `ottDict` because the published `currentStatus` is not in its scope.
/// The observer is left out because it needs the Objective-C runtime (`#selector`).
// swift-format-ignore
class AirPlaySnippets {
  var nielsenAppApi: NielsenAppApi?

  init(_ nielsenAppApi: NielsenAppApi?) { self.nielsenAppApi = nielsenAppApi }

  func report(_ nielsenSdk: NielsenAppApi, _ currentStatus: [String: String]) {
nielsenSdk.updateOTT(currentStatus)
  }

func handleRouteChanged(_ notification: Notification) {
var currentStatus: [String: String] = ["ottStatus": "0"]

let session = AVAudioSession.sharedInstance()
let currentRoute = session.currentRoute
for outputPort in currentRoute.outputs {
if outputPort.portType == AVAudioSessionPortAirPlay {
currentStatus["ottStatus"] = "1"
currentStatus["ottDeviceModel"] = outputPort.portName
currentStatus["ottDeviceID"] = outputPort.uid

if outputPort.portName == "AirPlay" {
currentStatus["ottDevice"] = "airplay"
currentStatus["ottType"] = "airplay"
}
else {
if outputPort.portName.contains("Apple TV") {
currentStatus["ottDevice"] = "appleTV"
}
else {
currentStatus["ottDevice"] = "other"
}

if outputPort.uid.hasSuffix("airplay") {
currentStatus["ottType"] = "airplay"
}
else if outputPort.uid.hasSuffix("screen") {
currentStatus["ottType"] = "mirroring"
}
else {
currentStatus["ottType"] = "other"
}
}
}
}

// report OTT status update to Nielsen SDK
self.reportOTTUpdate(currentStatus)
}

func reportOTTUpdate(_ ottDict: [String: String]) {
if let nielsenSdk = self.nielsenAppApi {
nielsenSdk.updateOTT(ottDict)
}
}
}
