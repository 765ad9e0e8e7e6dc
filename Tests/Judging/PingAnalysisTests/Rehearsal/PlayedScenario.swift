import Formats
import ID3
import NielsenTag
import PingAnalysis
import Playback

@testable import TimedMetadata

/// A scenario with complete metadata and an app id that is not a placeholder. Unchanged, it gives a capture without
/// faults. Change properties, then call ``urls()``.
struct PlayedScenario {
  /// The clock at second 0, in Unix seconds.
  static let start: Int64 = 1_700_000_400

  /// The duration of the content, in whole seconds.
  var duration = 660
  /// The clock at second 0, in Unix seconds.
  var start = Self.start
  /// The steps of the script, as JSON without the brackets.
  var steps = ""
  /// Whether a tag is played every ten seconds.
  var hasTags = false
  /// The seed of random ids.
  var seed: UInt64 = 0
  var appInfo = [
    "appid": "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41", "appname": "Rehearsed App",
    "appversion": "5.47.83", "clientid": "us-910685",
  ]
  var channel = ["channelName": "Channel Seven"]
  var content = Self.episode

  /// The metadata of an episode in the US market.
  static let episode = [
    "type": "content", "assetid": "vid345-67483", "program": "Harbour Lights",
    "title": "The Pants S1E3", "length": "3600", "airdate": "20231018 20:00:00",
    "isfullepisode": "y", "adloadtype": "2", "adModel": "1", "segA": "drama",
    "crossId1": "EP009311820012",
  ]

  /// The metadata of an ad with a length, as JSON fields of a step.
  static func ad(_ type: String, _ id: String, _ length: Int) -> String {
    #""do": "ad", "type": "\#(type)", "assetid": "\#(id)", "title": "\#(id)", "length": \#(length)"#
  }

  /// The URLs of the pings, in the order in which they are sent.
  func urls() throws -> [String] {
    var script: [JSONValue.Member] = [
      .init("version", .integer(1)), .init("playhead", .string("vod")),
      .init("tags", .string(hasTags ? "input" : "none")), .init("duration", JSONValue(duration)),
      .init("start", JSONValue(start)),
    ]
    for (name, texts) in [("appInfo", appInfo), ("channel", channel), ("content", content)] {
      let members = texts.sorted { $0.key < $1.key }.map {
        JSONValue.Member($0.key, .string($0.value))
      }
      script.append(.init(name, .object(members)))
    }
    let head = JSONValue.object(script).text.dropLast()
    var options = PlaybackOptions(channelName: "Channel Seven")
    options.seed = seed
    options.scenario = try Scenario(json: Array("\(head), \"steps\": [\(steps)]}".utf8))
    let player = try SynthesizedPlayer(options: options)
    if hasTags { for tag in try Self.tags(to: duration) { player.receive(tag) } }
    player.finish(duration: Double(duration))
    return player.takePings().map(\.ping.url)
  }

  /// The tags of a stream of `duration` seconds, one every ten seconds.
  static func streamTags(to duration: Int) throws -> [RehearsalCase.StreamTag] {
    try stride(from: 0, to: duration, by: 10).map {
      RehearsalCase.StreamTag(payload: try payload($0), time: Double($0))
    }
  }

  static func tags(to duration: Int) throws -> [TimedTag] {
    try streamTags(to: duration).map { tag in
      TimedTag(
        origin: .transportStream(TransportFacts()),
        program: 1,
        time: tag.time,
        wallClock: nil,
        bytes: [],
        tag: ID3Tag(frames: [.priv(owner: tag.payload, data: [0x41])]),
        nielsen: nil
      )
    }
  }

  private static func payload(_ second: Int) throws -> String {
    let release = UInt32(start) + UInt32(second)
    let content = TagContent(
      pcCID: .null,
      fdCID: ContentID(bytes: Array(0xA0...0xAF)) ?? .null,
      sequence: UInt16(second / 10),
      kind: .data,
      blocks: [UInt8](repeating: 7, count: 112),
      firstTagTime: release - 10,
      lastTagTime: release,
      pcOffset: 0,
      fdOffset: 36000 + second
    )
    return String(decoding: try content.payload(), as: UTF8.self)
  }
}

extension PlayedScenario {
  /// The pings of an episode of eleven minutes with a preroll and a midroll.
  static let clean: [String] = {
    var scenario = PlayedScenario()
    scenario.steps = """
      {"at": "start", \(ad("preroll", "ad_pre", 15))},
      {"at": 330, \(ad("midroll", "ad_mid", 30))}
      """
    return (try? scenario.urls()) ?? []
  }()

  /// The pings of eleven minutes of a channel, with a tag every ten seconds.
  static let cleanLinear: [String] = {
    var scenario = PlayedScenario()
    scenario.hasTags = true
    return (try? scenario.urls()) ?? []
  }()
}
