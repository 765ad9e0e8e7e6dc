import Foundation
import NielsenAppApi
import Testing

@testable import Playback

/// The examples in SampleStreams/scenarios.
enum ScenarioExamples {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("SampleStreams/scenarios")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  static func scenario(_ name: String) throws -> Scenario {
    try Scenario(json: Array(Data(contentsOf: folder.appendingPathComponent(name + ".json"))))
  }

  /// The lines about pings in the list next to the example.
  static func expected(_ name: String) throws -> [String] {
    let text = try String(
      contentsOf: folder.appendingPathComponent(name + ".pings"),
      encoding: .utf8
    )
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  /// The pings of `scenario`. Its input, if it plays one, has final distributor tags for twelve minutes.
  static func pings(_ scenario: Scenario) throws -> [TimedPing] {
    let tags =
      scenario.usesInput ? stride(from: 0, through: 710, by: 10).map { SampleTags.tag($0) } : []
    return try SampleTags.pings(tags, duration: scenario.usesInput ? 720 : nil) {
      $0.scenario = scenario
    }
  }

  /// The parameters that a line of the list contains.
  private static let shown = [
    "channame", "c3", "ai", "cr", "c27", "c51", "c52", "davty", "uoo", "c71", "crs", "tags",
  ]

  /// One line per ping: seconds since the start, second of the stream, product, type and parameters.
  static func lines(_ pings: [TimedPing]) -> [String] {
    guard let start = pings.first?.ping.createTime else { return [] }
    return pings.map { timed in
      let ping = timed.ping
      let values = shown.compactMap { name -> String? in
        if name == "tags" { return ping["tp"].map { "tags=\($0.split(separator: "~").count)" } }
        guard let value = ping[name], !value.isEmpty, !value.hasSuffix(",") else { return nil }
        return "\(name)=\(value)"
      }
      let head = [
        "\(ping.createTime - start)", "\(Int(timed.time))", ping.product.rawValue,
        ping.type.rawValue,
      ]
      return (head + values).joined(separator: " ")
    }
  }
}
