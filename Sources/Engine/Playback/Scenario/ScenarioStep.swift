import Formats
import NielsenAppApi

struct ScenarioStep: Sendable, Equatable {
  enum Moment: Sendable, Equatable {
    /// Right after `init`, when the app is launched.
    case launch
    /// After `play` and the metadata of the content, before second 0.
    case start
    /// In this second of the content, after the playhead and the tags.
    case second(Int64)
    case end
  }

  enum Action: Sendable, Equatable {
    /// Ads that are played one after another.
    case ads([Ad])
    /// `pause`, `call`, `alarm`, `headphones`, `lock` or `background`.
    case pause(ViewerAction.Name, seconds: Int64)
    case buffer(seconds: Int64)
    case seek(to: Int64)
    case channel(name: String, content: [String: String]?)
    case kill(seconds: Int64)
    case offline(seconds: Int64)
    case ott([String: String])
    case optOut(Bool)
    /// A choice in the settings of the operating system: true opts out.
    case systemOptOut(Bool)
    /// Playback on a receiver with these arguments of `updateOTT`, and then on the sender again.
    case cast(seconds: Int64, ott: [String: String])
    /// A page that is shown with these arguments of `loadMetadata`.
    case page(seconds: Int64, metadata: [String: String])
    case end

    /// Whether the action is possible during a cast, while the receiver plays and the phone does not.
    var isPossibleInCast: Bool {
      switch self {
      case .ads, .pause, .buffer, .seek, .offline, .optOut, .systemOptOut: true
      case .channel, .kill, .ott, .cast, .page, .end: false
      }
    }
  }

  struct Ad: Sendable, Equatable {
    var metadata: [String: String]
    var length: Int64
  }

  var moment: Moment
  var action: Action
  var line: Int
}

extension ScenarioStep {
  private enum Name: String, CaseIterable {
    case ad, pause, call, alarm, headphones, lock, background, buffer, seek, channel, kill
    case offline, ott, optOut, cast, `static`, end
  }

  private static let namesAfterEnd: Set<Name> = [.ad, .offline, .ott, .optOut, .static]
  private static let namesAtLaunch: Set<Name> = [.offline, .ott, .optOut, .static]
  private static let namesBeforeStart: Set<Name> = [
    .ad, .pause, .call, .alarm, .headphones, .lock, .background, .kill, .offline, .ott, .optOut,
    .seek, .channel, .static, .cast,
  ]

  /// Reads the object `json` in the field `path`, and adds notes for the author of the script to `notices`.
  init(
    _ json: LocatedJSON,
    path: String,
    notices: inout [String]
  ) throws(ScenarioError) {
    var fields = try ScenarioFields(json, path: path)
    line = fields.line
    moment = try Self.moment(&fields)
    guard let name = try fields.choice("do", of: Name.self) else {
      throw fields.error("do", "is missing: add the name of an action")
    }
    switch moment {
    case .end where !Self.namesAfterEnd.contains(name):
      throw fields.error("do", "'\(name.rawValue)' is not possible at \"end\": use a number")
    case .launch where !Self.namesAtLaunch.contains(name):
      throw fields.error("do", "'\(name.rawValue)' is not possible at \"init\": use a number")
    case .start where !Self.namesBeforeStart.contains(name):
      throw fields.error("do", "'\(name.rawValue)' is not possible at \"start\": use a number")
    default: break
    }
    action = try Self.action(name, &fields)
    try fields.finish()
    notices += fields.notices
  }

  private static func moment(_ fields: inout ScenarioFields) throws(ScenarioError) -> Moment {
    switch fields.value("at")?.value {
    case .text("init"): .launch
    case .text("start"): .start
    case .text("end"): .end
    case .number:
      .second(try fields.neededWhole("at", in: 0...SynthesizedPlayer.latestSecond))
    default:
      throw fields.error("at", "must be whole seconds, \"init\", \"start\" or \"end\"")
    }
  }

  private static func action(
    _ name: Name,
    _ fields: inout ScenarioFields
  ) throws(ScenarioError) -> Action {
    switch name {
    case .ad: .ads(try ads(&fields))
    case .pause, .call, .alarm, .headphones, .lock, .background:
      .pause(ViewerAction.Name(rawValue: name.rawValue) ?? .pause, seconds: try wait(&fields))
    case .buffer: .buffer(seconds: try wait(&fields))
    case .seek: .seek(to: try fields.neededWhole("to", in: 0...SynthesizedPlayer.latestSecond))
    case .channel:
      .channel(
        name: try fields.neededText("name"),
        content: try fields.texts("content")
      )
    case .kill: .kill(seconds: try wait(&fields))
    case .offline: .offline(seconds: try wait(&fields))
    case .ott: .ott(try ott(&fields))
    case .optOut: try optOut(&fields)
    case .cast:
      .cast(
        seconds: try wait(&fields),
        ott: chromecast.merging(try fields.remainingTexts(of: ottKeys)) { $1 }
      )
    case .static: try page(&fields)
    case .end: .end
    }
  }

  private enum OptOut: String, CaseIterable {
    case out = "1"
    case back = "0"
  }

  private enum OptOutPlace: String, CaseIterable {
    case app, system
  }

  private static func optOut(_ fields: inout ScenarioFields) throws(ScenarioError) -> Action {
    let isOut = try fields.choice("value", of: OptOut.self, isNeeded: true) == .out
    let place = try fields.choice("in", of: OptOutPlace.self)
    return place == .system ? .systemOptOut(isOut) : .optOut(isOut)
  }

  private static func wait(_ fields: inout ScenarioFields) throws(ScenarioError) -> Int64 {
    try fields.neededWhole("for", in: 0...SynthesizedPlayer.latestSecond)
  }

  private static func page(_ fields: inout ScenarioFields) throws(ScenarioError) -> Action {
    let seconds = try fields.neededWhole("for", in: adLengths)
    let section = try fields.neededText("section")
    var metadata = try fields.remainingTexts()
    metadata["type"] = "static"
    metadata["section"] = section
    return .page(seconds: seconds, metadata: metadata)
  }

  // MARK: - Ads

  /// The valid lengths of ads and page visits in seconds: up to a day.
  private static let adLengths: ClosedRange<Int64> = 0...86_400

  private static func ads(_ fields: inout ScenarioFields) throws(ScenarioError) -> [Ad] {
    guard fields.value("pod") != nil else { return [try ad(&fields)] }
    var ads: [Ad] = []
    for (json, path) in try fields.list("pod") {
      var inner = try ScenarioFields(json, path: path)
      ads.append(try ad(&inner))
      fields.notices += inner.notices
    }
    return ads
  }

  private static func ad(_ fields: inout ScenarioFields) throws(ScenarioError) -> Ad {
    let length = try fields.neededWhole("length", in: adLengths)
    var metadata = try fields.remainingTexts()
    guard let type = metadata["type"], CallArgument.adTypes.contains(type) else {
      let names = CallArgument.adTypes.map { "'\($0)'" }.joined(separator: ", ")
      throw fields.error("type", "must be one of \(names)")
    }
    metadata["length"] = String(length)
    return Ad(metadata: metadata, length: length)
  }

  // MARK: - OTT

  private static let ottKeys: Set = [
    "ottStatus", "ottType", "ottDevice", "ottDeviceName", "ottDeviceID", "ottDeviceManufacturer",
    "ottDeviceModel", "ottDeviceVersion",
  ]

  /// The arguments of `updateOTT` from a cast sender, as in "DCR Chromecast iOS SDK".
  private static let chromecast = [
    "ottStatus": "1", "ottType": "casting", "ottDevice": "chromecast",
    "ottDeviceName": "Google ChromeCast", "ottDeviceID": "xxxx-xxxx-xxxx",
    "ottDeviceManufacturer": "Google", "ottDeviceModel": "ChromeCast",
    "ottDeviceVersion": "1.0.0",
  ]

  private static func ott(_ fields: inout ScenarioFields) throws(ScenarioError) -> [String: String]
  {
    let values = try fields.remainingTexts(of: ottKeys)
    guard ["0", "1"].contains(values["ottStatus"]) else {
      throw fields.error("ottStatus", "must be \"1\" (connected) or \"0\" (not connected)")
    }
    return values
  }
}
