import Formats

/// Something that happens while content is played.
struct ScenarioStep: Sendable, Equatable {
  /// When a step is taken.
  enum Moment: Sendable, Equatable {
    /// After `play` and the metadata of the content, before second 0.
    case start
    /// In this second, after its playhead and its tags.
    case second(Int64)
    /// After `end`.
    case end
  }

  /// What is done.
  enum Action: Sendable, Equatable {
    /// Ads one after the other.
    case ads([Ad])
    case pause(Interruption, seconds: Int64)
    case buffer(seconds: Int64)
    case seek(to: Int64)
    case channel(name: String, content: [String: String]?)
    case kill(seconds: Int64)
    case offline(seconds: Int64)
    case ott([String: String])
    case optOut(Bool)
    case disable(seconds: Int64)
    case end
  }

  /// Why playing stops for a while.
  enum Interruption: String, Sendable {
    case pause, call, alarm, headphones, lock, background

    /// How it begins for the tester.
    var action: TesterAction.Name {
      switch self {
      case .pause: .pause
      case .call: .call
      case .alarm: .alarm
      case .headphones: .headphones
      case .lock: .lock
      case .background: .background
      }
    }

    /// How it ends for the tester.
    var endingAction: TesterAction.Name { self == .background ? .foreground : .resume }
  }

  /// One ad.
  struct Ad: Sendable, Equatable {
    /// The argument of `loadMetadata`.
    var metadata: [String: String]
    /// Its whole seconds.
    var length: Int64
  }

  var moment: Moment
  var action: Action
  /// Where the step stands in the script.
  var line: Int
}

extension ScenarioStep {
  private enum Name: String, CaseIterable {
    case ad, pause, call, alarm, headphones, lock, background, buffer, seek, channel, kill, offline,
      ott,
      optOut, disable, end
  }

  /// What can be done after `end`.
  private static let namesAfterEnd: Set<Name> = [.ad, .offline, .ott, .optOut]
  /// What can be done before anything is played.
  private static let namesBeforeStart: Set<Name> = [
    .ad, .pause, .call, .alarm, .headphones, .lock, .background, .kill, .offline, .ott, .optOut,
    .seek,
    .channel,
  ]

  init(_ json: LocatedJSON, path: String) throws(ScenarioError) {
    var fields = try ScenarioFields(json, path: path)
    line = fields.line
    moment = try Self.moment(&fields)
    guard let name = try fields.choice("do", of: Name.self) else {
      throw fields.error("do", "is missing: name what is done")
    }
    switch moment {
    case .end where !Self.namesAfterEnd.contains(name):
      throw fields.error("do", "'\(name.rawValue)' cannot be done after the end")
    case .start where !Self.namesBeforeStart.contains(name):
      throw fields.error("do", "'\(name.rawValue)' cannot be done before the start")
    default: break
    }
    action = try Self.action(name, &fields)
    try fields.finish()
  }

  private static func moment(_ fields: inout ScenarioFields) throws(ScenarioError) -> Moment {
    switch try fields.value("at")?.value {
    case .text("start"): .start
    case .text("end"): .end
    case .number:
      .second(try fields.needed("at", in: 0...SynthesizedPlayer.latestSecond))
    default:
      throw fields.error("at", "must be whole seconds, \"start\" or \"end\"")
    }
  }

  private static func action(
    _ name: Name,
    _ fields: inout ScenarioFields
  ) throws(ScenarioError) -> Action {
    switch name {
    case .ad: .ads(try ads(&fields))
    case .pause: .pause(.pause, seconds: try wait(&fields))
    case .call: .pause(.call, seconds: try wait(&fields))
    case .alarm: .pause(.alarm, seconds: try wait(&fields))
    case .headphones: .pause(.headphones, seconds: try wait(&fields))
    case .lock: .pause(.lock, seconds: try wait(&fields))
    case .background: .pause(.background, seconds: try wait(&fields))
    case .buffer: .buffer(seconds: try wait(&fields))
    case .seek: .seek(to: try fields.needed("to", in: 0...SynthesizedPlayer.latestSecond))
    case .channel:
      .channel(
        name: try fields.neededText("name"),
        content: try fields.texts("content")
      )
    case .kill: .kill(seconds: try wait(&fields))
    case .offline: .offline(seconds: try wait(&fields))
    case .ott: .ott(try ott(&fields))
    case .optOut:
      .optOut(try fields.choice("value", of: OptOut.self, isNeeded: true) == .out)
    case .disable: .disable(seconds: try wait(&fields))
    case .end: .end
    }
  }

  private enum OptOut: String, CaseIterable {
    case out = "1"
    case back = "0"
  }

  private static func wait(_ fields: inout ScenarioFields) throws(ScenarioError) -> Int64 {
    try fields.needed("for", in: 0...SynthesizedPlayer.latestSecond)
  }

  // MARK: - Ads

  private static let adTypes = ["preroll", "midroll", "postroll", "ad"]
  /// An ad is no longer than a day.
  private static let adLengths: ClosedRange<Int64> = 0...86_400

  private static func ads(_ fields: inout ScenarioFields) throws(ScenarioError) -> [Ad] {
    guard try fields.value("pod") != nil else { return [try ad(&fields)] }
    var ads: [Ad] = []
    for (json, path) in try fields.list("pod") {
      var inner = try ScenarioFields(json, path: path)
      ads.append(try ad(&inner))
    }
    return ads
  }

  private static func ad(_ fields: inout ScenarioFields) throws(ScenarioError) -> Ad {
    let length = try fields.needed("length", in: adLengths)
    var metadata = try fields.remainingTexts()
    guard let type = metadata["type"], adTypes.contains(type) else {
      let names = adTypes.map { "'\($0)'" }.joined(separator: ", ")
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

  private static func ott(_ fields: inout ScenarioFields) throws(ScenarioError) -> [String: String]
  {
    let values = try fields.remainingTexts(of: ottKeys)
    guard ["0", "1"].contains(values["ottStatus"]) else {
      throw fields.error("ottStatus", "must be \"1\", connected, or \"0\"")
    }
    return values
  }
}
