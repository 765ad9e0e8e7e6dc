import Foundation
import Playback
import Rehearsal
import Testing

@Suite("delivered scenarios in the rehearsal")
struct DeliveredScenarioTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleStreams/scenarios")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// What the delivered scenarios leave out: an air date, and a title that ends with the episode.
  private static let metadata: Set = ["content-airdate", "content-title-episode"]
  /// What some leave out besides.
  private static let further: [String: Set<String>] = [
    // Details of some of its ads only.
    "ad-pods": ["ad-assetid"],
    "published-sample": ["content-adload"],
  ]

  @Test("content, ads and pages of a delivered scenario lack metadata only", arguments: names)
  func metadataOnly(name: String) throws {
    let file = Self.folder.appendingPathComponent(name + ".json")
    let scenario = try Scenario(json: Array(Data(contentsOf: file)))
    var options = PlaybackOptions(channelName: "Channel Seven")
    options.scenario = scenario
    var urls: [String] = []
    let player = try SynthesizedPlayer(options: options) { urls.append($0.ping.url) }
    if scenario.usesInput { for tag in try PlayedScenario.tags(to: 720) { player.receive(tag) } }
    player.finish(duration: scenario.usesInput ? 720 : nil)
    let capture = RehearsalCase(urls: urls)
    let failures = RehearsalItem.failures(of: capture)
    let groups: Set<RehearsalItem.Group> = [.content, .ads, .pages]
    let mine = RehearsalItem.all.filter { groups.contains($0.group) && failures.contains($0.id) }
    let expected = Self.metadata.union(Self.further[name] ?? [])
    #expect(Set(mine.map(\.id)).subtracting(expected) == [])
  }
}
