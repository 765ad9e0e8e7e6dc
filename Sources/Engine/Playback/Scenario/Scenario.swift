import CResources
import Formats
import NielsenAppApi

/// A script for the player: the actions of a viewer, from which the calls of the app follow.
///
/// The script is JSON:
///
///     { "version": 1, "name": "a pause", "playhead": "vod", "tags": "none", "duration": 60,
///       "steps": [ { "at": 20, "do": "pause", "for": 90 } ] }
public struct Scenario: Sendable {
  /// The calls of the app when playback continues.
  public enum Resume: String, CaseIterable, Sendable {
    /// The app calls `play` and `loadMetadata`.
    case playLoad = "play-load"
    /// The app calls `loadMetadata` only.
    case load
    /// The app makes no call: the engine resumes at the next playhead.
    case playhead
  }

  /// The name of the scenario for reports; empty if the script has none.
  public internal(set) var name = ""
  /// The statement that the pings of the scenario prove, for reports; empty if the script has none.
  public internal(set) var proof = ""
  /// The kind of playheads; nil means the kind in the player's options.
  public internal(set) var playhead: PlaybackOptions.Playhead?
  /// Whether the tags of the input are played. If false, no input is needed.
  public internal(set) var usesInput = true
  /// The duration of the content in whole seconds; nil means the duration of the input.
  public internal(set) var duration: Int64?
  /// The time of the clock at second 0, in Unix seconds. Nil means that the player's options or the input determine it.
  public internal(set) var start: Int64?
  /// The time of the clock at the launch of the app, in Unix seconds, at most ``start``; nil means ``start``.
  public internal(set) var launch: Int64?
  /// The milliseconds that are added to every time of the clock, 0 to 999.
  public internal(set) var milliseconds: Int64 = 0
  /// The ping fields that describe the device; nil means the device in the player's options.
  public internal(set) var device: DeviceProfile?
  /// The SDK flavour and the tracking setting of the operating system; nil means the player's options.
  public internal(set) var privacy: PrivacySettings?
  /// Whether the player is an audio player, which continues in the background and on a locked device.
  public internal(set) var isAudio = false
  /// Whether audio is measured; nil means that the configuration decides.
  public internal(set) var measuresAudio: Bool?
  var identities: ScenarioIdentities?
  /// The calls of the app when playback continues.
  public internal(set) var resume = Resume.playLoad
  /// The argument of `init`; nil means the appInfo of the options.
  public var appInfo: [String: String]?
  /// The argument of `play`; nil means the channel name of the options.
  public internal(set) var channel: [String: String]?
  /// The argument of `loadMetadata`; nil means the metadata of the options.
  public internal(set) var content: [String: String]?
  var steps: [ScenarioStep] = []

  /// Notes for the author of the script, one line each, about numbers and Bools where the SDK requires strings.
  public internal(set) var notices: [String] = []

  /// The arguments of `loadMetadata` for the content and ads in the script.
  package var metadata: [[String: String]] {
    [content].compactMap { $0 }
      + steps.flatMap { step -> [[String: String]] in
        switch step.action {
        case .ads(let ads): ads.map(\.metadata)
        case .channel(_, let content): content.map { [$0] } ?? []
        default: []
        }
      }
  }

  var canKill: Bool {
    steps.contains { if case .kill = $0.action { true } else { false } }
  }

  /// The maximum size of a script in bytes.
  public static let sizeLimit = 1 << 20

  /// Reads a scenario in JSON.
  /// - Throws: ``ScenarioError`` with the line and the field.
  public init(json bytes: [UInt8]) throws(ScenarioError) {
    guard bytes.count <= Self.sizeLimit else {
      throw ScenarioError(line: 1, "the scenario is larger than \(Self.sizeLimit) bytes")
    }
    var fields = try ScenarioFields(file: bytes)
    try Self.checkVersion(&fields)
    name = try fields.text("name") ?? ""
    proof = try fields.text("proves") ?? ""
    playhead = try fields.choice("playhead")
    usesInput = try fields.choice("tags", of: TagSource.self) != TagSource.none
    duration = try fields.whole("duration", in: 0...SynthesizedPlayer.latestSecond)
    start = try fields.time("start")
    launch = try fields.time("launch")
    milliseconds = try fields.whole("milliseconds", in: 0...999) ?? 0
    device = try fields.value("device").map { (json) throws(ScenarioError) in
      try DeviceProfile(json, path: "device")
    }
    privacy = try fields.value("privacy").map { (json) throws(ScenarioError) in
      try PrivacySettings(json, path: "privacy")
    }
    if let device, let contradiction = privacy?.contradiction(on: device) {
      throw fields.error("privacy", contradiction)
    }
    isAudio = try fields.truth("audio") ?? false
    measuresAudio = try fields.value("products").flatMap { (json) throws(ScenarioError) in
      var products = try ScenarioFields(json, path: "products")
      let audio = try products.truth("audio")
      try products.finish()
      return audio
    }
    identities = try fields.value("identities").map { (json) throws(ScenarioError) in
      try ScenarioIdentities(json, path: "identities")
    }
    resume = try fields.choice("resume") ?? .playLoad
    appInfo = try fields.texts("appInfo")
    channel = try fields.texts("channel")
    content = try fields.texts("content")
    for (json, path) in try fields.list("steps") {
      steps.append(try ScenarioStep(json, path: path, notices: &fields.notices))
    }
    try fields.finish()
    notices = fields.notices
    if !usesInput, duration == nil {
      throw ScenarioError(
        line: fields.line,
        field: "duration",
        "is missing: a scenario without tags needs the duration of the content"
      )
    }
    if let launch, launch > start ?? .min {
      throw fields.error("launch", "needs a 'start' at the same time or later")
    }
    if playhead == .live, let start, start < ClockStart.earliestLive {
      throw ScenarioError(
        line: fields.line(of: "start"),
        field: "start",
        "is too early for live playheads: use 2001-09-09T01:46:40Z or later"
      )
    }
  }

  private enum TagSource: String, CaseIterable { case none, input }

  private static func checkVersion(_ fields: inout ScenarioFields) throws(ScenarioError) {
    guard try fields.whole("version", in: 0...Int64.max) == 1 else {
      throw ScenarioError(
        line: fields.line(of: "version"),
        field: "version",
        "must be 1, the only version"
      )
    }
  }
}

/// A scenario that is embedded in the program, from SampleStreams/scenarios.
public struct DeliveredScenario: Sendable, Equatable {
  /// The name of the scenario: its file name without `.json`.
  public let name: String
  /// The script as JSON.
  public let json: String

  /// All embedded scenarios, in the order of their names.
  public static let all: [DeliveredScenario] = {
    var all: [DeliveredScenario] = []
    while let name = scenario_name(Int32(all.count)), let json = scenario_json(Int32(all.count)) {
      all.append(DeliveredScenario(name: String(cString: name), json: String(cString: json)))
    }
    return all
  }()

  /// The embedded scenario called `name`; nil if there is no such scenario.
  public static func named(_ name: String) -> DeliveredScenario? {
    all.first { $0.name == name }
  }
}
