import Foundation
import ID3
import NielsenTag
import Playback
import Rehearsal
import Testing
import TimedMetadata

@Suite("delivered scenarios, rehearsed")
struct DeliveredScenarioTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleStreams/scenarios")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// What looks at neither the app nor its way to the collector.
  private static let groups: Set<RehearsalItem.Group> = [
    .content, .ads, .pages, .tags, .interruptions, .optOut, .casting, .audio,
  ]
  /// What the delivered scenarios leave out: an air date, and a title that ends with the episode.
  private static let metadata: Set = ["content-airdate", "content-title-episode"]
  /// What some leave out besides.
  private static let further: [String: Set<String>] = [
    // Details of some of its ads only.
    "ad-pods": ["ad-assetid"],
    "published-sample": ["content-adload"],
  ]

  @Test("metadata and ids fail only, whether the steps are known or not", arguments: names)
  func failures(_ name: String) throws {
    let json = try Data(contentsOf: Self.folder.appendingPathComponent(name + ".json"))
    var options = PlaybackOptions(channelName: "Channel Seven")
    options.scenario = try Scenario(json: Array(json))
    let start = options.scenario?.start ?? PlayedScenario.start
    options.start = start
    var urls: [String] = []
    let player = try SynthesizedPlayer(options: options) { urls.append($0.ping.url) }
    let usesInput = options.scenario?.usesInput ?? false
    let tags = usesInput ? try PlayedScenario.streamTags(to: 720) : []
    for tag in tags {
      player.receive(
        TimedTag(
          carriage: .tsPES,
          program: 1,
          time: tag.time,
          wallClock: nil,
          bytes: [],
          tag: ID3Tag(frames: [.priv(owner: tag.payload, data: [0x41])]),
          nielsen: nil
        )
      )
    }
    player.finish(duration: usesInput ? 720 : nil)
    let actions = try ScriptedActions.all(json, start: start)
    for known in [actions, nil] {
      let rehearsal = RehearsalCase.of(urls, actions: known, stream: usesInput ? tags : nil)
      let lacking = Self.metadata.union(Self.further[name] ?? [])
      for item in RehearsalItem.all
      where Self.groups.contains(item.group) && !lacking.contains(item.id) {
        if case .failed(_, let expected, let seen) = item.judge(rehearsal) {
          Issue.record("\(item.id): expected \(expected); seen \(seen)")
        }
      }
    }
  }
}

/// The steps of a script as the list of what a tester did.
private enum ScriptedActions {
  private struct Script: Decodable {
    let duration: Int64?
    let steps: [Step]?
  }

  private struct Step: Decodable {
    let at: Moment
    let name: String
    let seconds: Int64?
    let to: Int64?
    let value: String?
    let ottStatus: String?
    let length: Int64?
    let pod: [Ad]?

    enum CodingKeys: String, CodingKey {
      case at, to, value, ottStatus, length, pod
      case name = "do"
      case seconds = "for"
    }
  }

  private struct Ad: Decodable { let length: Int64 }

  private enum Moment: Decodable {
    case start, end
    case second(Int64)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let second = try? container.decode(Int64.self) {
        self = .second(second)
      } else {
        self = try container.decode(String.self) == "start" ? .start : .end
      }
    }
  }

  /// What begins with a step, and what ends it.
  private static let pairs: [String: (TesterAction.Name, TesterAction.Name)] = [
    "pause": (.pause, .resume), "background": (.background, .foreground),
    "buffer": (.buffer, .resume), "kill": (.kill, .launch), "offline": (.offline, .online),
  ]

  static func all(_ json: Data, start: Int64) throws -> [TesterAction] {
    let script = try JSONDecoder().decode(Script.self, from: json)
    var actions: [TesterAction] = []
    var lost: Int64 = 0
    let duration = script.duration ?? 720
    var hasEnded = false
    func add(_ name: TesterAction.Name, _ position: Int64, _ value: String? = nil) {
      actions.append(TesterAction(name, at: Double(start + position + lost), value: value))
    }
    for step in script.steps ?? [] {
      var position: Int64 = 0
      if case .second(let second) = step.at { position = second }
      if case .end = step.at { position = duration }
      if let (first, last) = pairs[step.name], let seconds = step.seconds {
        add(first, position)
        add(last, position + seconds)
        if step.name != "offline" { lost += seconds }
        continue
      }
      switch step.name {
      case "seek":
        add(.seek, position)
        lost += position + 1 - (step.to ?? 0)
      case "ad":
        add(.ad, position)
        lost += step.pod?.reduce(0) { $0 + $1.length } ?? step.length ?? 0
      case "channel": add(.channel, position)
      case "ott": add(.ott, position, step.ottStatus)
      case "optOut": add(.optOut, position, step.value)
      case "end":
        add(.end, position)
        hasEnded = true
      default: break
      }
    }
    if !hasEnded { add(.end, duration) }
    return actions
  }
}
