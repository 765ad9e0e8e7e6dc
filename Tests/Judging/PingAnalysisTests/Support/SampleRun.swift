import Foundation
import ID3
import NielsenAppApi
import NielsenTag
import Records
import Reports

@testable import PingAnalysis
@testable import Playback
@testable import TimedMetadata

/// Pings of the engine, as an app would send them.
enum SampleRun {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("SampleStreams/scenarios")

  /// The names of the sample scenarios.
  static let scenarios: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  static func scenario(_ name: String) throws -> Scenario {
    try Scenario(json: Array(Data(contentsOf: folder.appendingPathComponent(name + ".json"))))
  }

  /// The URLs of a scenario's pings. A scenario that plays an input gets twelve minutes of tags.
  static func urls(
    _ name: String,
    _ change: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> [String] {
    try urls(of: scenario(name), change)
  }

  /// The URLs of the pings of a scenario in JSON.
  static func urls(of json: String) throws -> [String] {
    try urls(of: Scenario(json: Array(json.utf8)))
  }

  private static func urls(
    of scenario: Scenario,
    _ change: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> [String] {
    try urls(duration: scenario.usesInput ? 720 : nil) {
      $0.scenario = scenario
      change(&$0)
    }
  }

  /// The URLs of the pings of `duration` seconds with a tag every ten seconds. Nil means without tags.
  static func urls(
    duration: Int?,
    _ change: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = PlaybackOptions(channelName: "My Channel Name 1")
    change(&options)
    let player = try SynthesizedPlayer(options: options)
    for second in stride(from: 0, to: duration ?? 0, by: 10) { player.receive(try tag(second)) }
    player.finish(duration: duration.map(Double.init))
    return player.takePings().map(\.ping.url)
  }

  static func pings(of urls: [String]) -> [SentPing] {
    urls.flatMap { PingRecognizer.pings(in: CapturedRequest(url: $0)) }
  }

  private static func tag(_ second: Int) throws -> TimedTag {
    let release = 1_699_984_800 + UInt32(second)
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
    let owner = String(decoding: try content.payload(), as: UTF8.self)
    return TimedTag(
      origin: .transportStream(TransportFacts()),
      program: 1,
      time: Double(second),
      wallClock: nil,
      bytes: [],
      tag: ID3Tag(frames: [.priv(owner: owner, data: [0x41])]),
      nielsen: nil
    )
  }
}

extension SampleRun {
  /// Renders rows as an HTML page.
  static func page<Row: ResultRow>(_ rows: [Row]) -> String {
    var renderer = RowRenderer<Row>(format: .html)
    var bytes: [UInt8] = []
    for row in rows { renderer.append(row, to: &bytes) }
    renderer.finish(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
