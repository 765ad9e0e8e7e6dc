import Foundation
import NielsenAppApi
import Synchronization
import Testing

@testable import Playback

@Suite("scenarios")
struct ScenarioRunTests {
  @Test("at least twenty example scenarios exist")
  func examples() { #expect(ScenarioExamples.names.count >= 20) }

  @Test("all example scenarios are embedded unchanged, and each has a statement that it proves")
  func delivered() throws {
    #expect(DeliveredScenario.all.map(\.name) == ScenarioExamples.names)
    for delivered in DeliveredScenario.all {
      let file = ScenarioExamples.folder.appendingPathComponent(delivered.name + ".json")
      #expect(try delivered.json == String(contentsOf: file, encoding: .utf8))
      #expect(try Scenario(json: Array(delivered.json.utf8)).proof.hasSuffix("."))
      #expect(try Scenario(json: Array(delivered.json.utf8)).notices.isEmpty)
    }
    #expect(DeliveredScenario.named("pause") != nil && DeliveredScenario.named("x") == nil)
  }

  @Test("each example scenario makes the pings in its list", arguments: ScenarioExamples.names)
  func golden(_ name: String) throws {
    let pings = try ScenarioExamples.pings(ScenarioExamples.scenario(name))
    #expect(try ScenarioExamples.lines(pings) == ScenarioExamples.expected(name))
  }

  @Test("linear-pause.log has the tags from which the pings of the example linear-pause are made")
  func log() throws {
    let lines = stride(from: 0, through: 710, by: 10).map { second in
      let time = Date(timeIntervalSince1970: Double(SampleTags.start) + Double(second))
      return "\(time.formatted(.iso8601)) \(SampleTags.owner(second))\n"
    }
    let file = ScenarioExamples.folder.appendingPathComponent("linear-pause.log")
    #expect(try String(contentsOf: file, encoding: .utf8) == lines.joined())
  }

  private static func scenario(_ steps: String, _ fields: String = "") throws -> Scenario {
    let text = """
      {"version": 1, "tags": "none", "duration": 100, "content": {"type": "content", "assetid": "a"},
       "start": 1700000000, \(fields) "steps": [\(steps)]}
      """
    return try Scenario(json: Array(text.utf8))
  }

  private static func lines(_ steps: String, _ fields: String = "") throws -> [String] {
    try ScenarioExamples.lines(ScenarioExamples.pings(scenario(steps, fields)))
  }

  @Test("all values of a scenario's resume make the same pings")
  func resume() throws {
    let step = #"{"at": 40, "do": "pause", "for": 20}"#
    let lists = try Scenario.Resume.allCases.map {
      try Self.lines(step, #""resume": "\#($0.rawValue)","#)
    }
    #expect(lists[0].count == 3)
    #expect(Set(lists).count == 1)
  }

  @Test("steps of the same second run in the order of the script, each once")
  func order() throws {
    let lines = try Self.lines(
      """
      {"at": 50, "do": "ad", "type": "midroll", "assetid": "x", "length": 5},
      {"at": 50, "do": "ad", "type": "midroll", "assetid": "y", "length": 6},
      {"at": 60, "do": "seek", "to": 45}
      """
    )
    let ads = lines.filter { $0.contains("c3=st,a") }
    #expect(ads.map { $0.contains("ai=x") } == [true, true, false, false])
  }

  @Test("steps that are not reached are reported with their line numbers")
  func unreached() throws {
    let scenario = try Self.scenario(
      """

      {"at": 20, "do": "seek", "to": 50},
      {"at": 30, "do": "pause", "for": 5},
      {"at": 101, "do": "pause", "for": 5}
      """
    )
    var options = PlaybackOptions(channelName: "X")
    options.scenario = scenario
    let player = try SynthesizedPlayer(options: options)
    player.finish(duration: nil)
    #expect(player.unreachedSteps == [4, 5])
  }

  @Test("a killed engine makes no further pings, and the next engine has the same first-party id")
  func kill() throws {
    let pings = try ScenarioExamples.pings(
      Self.scenario(#"{"at": 35, "do": "kill", "for": 7}"#)
    ).map(\.ping)
    #expect(pings.map(\.type) == [.session, .view, .timer, .session, .view, .timer])
    #expect(pings.map { $0["crs"] ?? "" } == ["", "", "1", "", "", ""])
    #expect(pings[2]["c27"] == "cln,30")
    #expect(Set(pings.map { $0["fp_id"] }).count == 1)
    #expect(Set(pings.map { $0["sessionId"] }).count == 2)
  }

  @Test("cancelling ends the viewing and reports the watched seconds")
  func cancelled() async throws {
    try await Task {
      var options = PlaybackOptions(channelName: "X")
      options.scenario = try Self.scenario(#"{"at": 40, "do": "offline", "for": 5}"#)
      options.onConnection = { _, _ in withUnsafeCurrentTask { $0?.cancel() } }
      let player = try SynthesizedPlayer(options: options)
      player.finish(duration: nil)
      let pings = player.takePings()
      #expect(pings.last?.ping["c27"] == "cln,40" && pings.last?.ping["davty"] == "2")
    }.value
  }

  @Test("onConnection is called when the network is lost and when it returns")
  func connection() throws {
    let changes = Mutex<[String]>([])
    var options = PlaybackOptions(channelName: "X")
    options.scenario = try Self.scenario(
      """
      {"at": 10, "do": "offline", "for": 20}, {"at": 15, "do": "offline", "for": 5},
      {"at": 50, "do": "offline", "for": 5}, {"at": 52, "do": "pause", "for": 90},
      {"at": "end", "do": "offline", "for": 7}
      """
    )
    options.onConnection = { isOnline, time in
      changes.withLock { $0.append("\(isOnline) \(time - 1_700_000_000)") }
    }
    let player = try SynthesizedPlayer(options: options)
    player.finish(duration: nil)
    #expect(
      changes.withLock { $0 } == [
        "false 10", "true 30", "false 50", "true 55", "false 190", "true 197",
      ]
    )
  }

  @Test("if the engine rejects a scenario's appInfo, the player reports an error")
  func refused() throws {
    var options = PlaybackOptions(channelName: "X")
    options.scenario = try Self.scenario("", #""appInfo": {"appid": ""},"#)
    #expect(throws: PlaybackError.self) { try SynthesizedPlayer(options: options) }
  }
}
