import Foundation
import NielsenAppApi
import Testing

@testable import Playback

@Suite("scenarios")
struct ScenarioRunTests {
  @Test("there are examples")
  func examples() { #expect(ScenarioExamples.names.count >= 20) }

  @Test("an example makes the pings of its list", arguments: ScenarioExamples.names)
  func golden(_ name: String) throws {
    let pings = try ScenarioExamples.pings(ScenarioExamples.scenario(name))
    let lines = ScenarioExamples.lines(pings)
    if let folder = ProcessInfo.processInfo.environment["WRITE_GOLDEN"] {
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: folder + "/" + name + ".pings",
        atomically: true,
        encoding: .utf8
      )
      return
    }
    #expect(try lines == ScenarioExamples.expected(name))
  }
}
