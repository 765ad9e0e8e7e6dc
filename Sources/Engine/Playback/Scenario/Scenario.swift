import CResources
import Formats
import NielsenAppApi

/// The actions of a viewer and the calls of the app: a script for the player.
///
/// The script is JSON:
///
///     { "version": 1, "name": "a pause", "playhead": "vod", "tags": "none", "duration": 60,
///       "steps": [ { "at": 20, "do": "pause", "for": 90 } ] }
public struct Scenario: Sendable {
  /// The form of `resume`: what the app calls when playing continues.
  public enum Resume: String, CaseIterable, Sendable {
    /// `play` and `loadMetadata`.
    case playLoad = "play-load"
    /// `loadMetadata` only.
    case load
    /// Nothing: the next playhead says it.
    case playhead
  }

  /// A name for reports; empty when the script has none.
  public internal(set) var name = ""
  /// The fact that its pings prove, for reports; empty when the script does not have it.
  public internal(set) var proof = ""
  /// The kind of playheads; nil: that of the player's options.
  public internal(set) var playhead: PlaybackOptions.Playhead?
  /// Whether the tags of an input are played. Without them an input is optional.
  public internal(set) var usesInput = true
  /// Whole seconds of the content; nil: those of the input.
  public internal(set) var duration: Int64?
  /// The clock at the start in Unix seconds; nil: as without a script.
  public internal(set) var start: Int64?
  /// The time of the clock at the start of the app, in Unix seconds: at or before ``start``; nil: the same.
  public internal(set) var launch: Int64?
  /// The constant part of the clock below whole seconds, 0 to 999 milliseconds.
  public internal(set) var milliseconds: Int64 = 0
  /// The fields of pings about the device; nil: as without a script.
  public internal(set) var device: DeviceProfile?
  /// The flavour of the SDK, and what the system says about tracking; nil: as without a script.
  public internal(set) var privacy: PrivacySettings?
  /// Whether the player is one for audio: it plays on in the background and while the device is locked.
  public internal(set) var isAudio = false
  /// Whether audio is measured; nil: as the configuration says.
  public internal(set) var measuresAudio: Bool?
  /// Identifiers that are not drawn.
  var identities: ScenarioIdentities?
  /// The call of the app when playing continues.
  public internal(set) var resume = Resume.playLoad
  /// The argument of `init`; nil: that of the options.
  public var appInfo: [String: String]?
  /// The argument of `play`; nil: the channel name of the options.
  public internal(set) var channel: [String: String]?
  /// The argument of `loadMetadata`; nil: that of the options.
  public internal(set) var content: [String: String]?
  /// The steps, in the order of the script.
  var steps: [ScenarioStep] = []

  /// Notes for the author of the script, one line each: numbers where the SDK requires texts.
  public internal(set) var notices: [String] = []

  /// All arguments of `loadMetadata` in it.
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

  /// Whether the engine is killed in it.
  var canKill: Bool {
    steps.contains { if case .kill = $0.action { true } else { false } }
  }

  /// The largest script that is read, in bytes.
  public static let sizeLimit = 1 << 20

  /// Reads a script.
  /// - Throws: ``ScenarioError`` with the line and the field.
  public init(json bytes: [UInt8]) throws(ScenarioError) {
    guard bytes.count <= Self.sizeLimit else {
      throw ScenarioError(line: 1, "the script is larger than \(Self.sizeLimit) bytes")
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
        "is missing: without tags nothing else says how long the content is"
      )
    }
    if let launch, launch > start ?? .min {
      throw fields.error("launch", "needs a 'start', and must not be later than it")
    }
    if playhead == .live, let start, start < ClockStart.earliestLive {
      throw ScenarioError(
        line: fields.line(of: "start"),
        field: "start",
        "is too early for live playheads: give 2001-09-09T01:46:40Z or later"
      )
    }
  }

  private enum TagSource: String, CaseIterable { case none, input }

  private static func checkVersion(_ fields: inout ScenarioFields) throws(ScenarioError) {
    guard try fields.whole("version", in: 0...Int64.max) == 1 else {
      throw ScenarioError(
        line: fields.line(of: "version"),
        field: "version",
        "must be 1, the only version there is"
      )
    }
  }
}

/// A scenario that is part of the program: those of SampleStreams/scenarios.
public struct DeliveredScenario: Sendable, Equatable {
  /// Its name: that of its file without `.json`.
  public let name: String
  /// The script.
  public let json: String

  /// All of them, in the order of their names.
  public static let all: [DeliveredScenario] = {
    var all: [DeliveredScenario] = []
    while let name = scenario_name(Int32(all.count)), let json = scenario_json(Int32(all.count)) {
      all.append(DeliveredScenario(name: String(cString: name), json: String(cString: json)))
    }
    return all
  }()

  /// The delivered scenario called `name`; nil for an unknown name.
  public static func named(_ name: String) -> DeliveredScenario? {
    all.first { $0.name == name }
  }
}
