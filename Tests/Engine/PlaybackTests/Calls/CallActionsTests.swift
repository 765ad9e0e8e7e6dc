import Testing

@testable import Playback

@Suite("a viewer's actions, from a scenario or a list of calls")
struct CallActionsTests {
  private static func words(_ text: String, start: Int64? = 1000) throws -> [String] {
    try ViewerAction.read(Array(text.utf8), start: start, duration: nil).map { action in
      let value =
        switch action.value {
        case .number(let number): " \(number)"
        case .text(let text): " \(text)"
        case nil: ""
        }
      return "\(Int64(action.time) - 1000) \(action.name.rawValue)\(value)"
    }
  }

  private static let head = """
    init {"appid":"P1"}
    updateOTT {"ottStatus":"0"}
    play {"channelName":"X"}
    loadMetadata {"type":"content","assetid":"a"}
    playheadPosition 0..10

    """

  @Test(
    "the actions of the viewer are derived from the calls",
    arguments: [
      ("end", ["10 end"]),
      ("stop", ["10 pause"]),
      ("stop\n+5\nplayheadPosition 10..12\nend", ["10 pause", "15 resume", "17 end"]),
      ("stop\nloadMetadata {\"type\":\"content\",\"assetid\":\"a\"}\nend", ["10 end"]),
      (
        "stop\nloadMetadata {\"type\":\"midroll\",\"length\":\"3\"}\nplayheadPosition 0..3\nstop\n"
          + "loadMetadata {\"type\":\"content\",\"assetid\":\"a\"}\nplayheadPosition 10..12",
        ["10 ad 3", "13 resume"]
      ),
      ("+1\nplayheadPosition 80..90\nend", ["11 seek 80", "21 end"]),
      ("B: init\nB: userOptOut nielsenappsdk://1\nuserOptOut nielsen://close", ["10 optOut 1"]),
      ("stop\nend\nplay {\"channelName\":\"Y\"}", ["10 channel Y"]),
      (
        "updateOTT {\"ottStatus\":\"1\",\"ottType\":\"airplay\"}\n+2\nupdateOTT {\"ottStatus\":\"0\"}",
        ["10 ott 1", "12 ott 0"]
      ),
      (
        "end\nupdateOTT {\"ottStatus\":\"1\",\"ottType\":\"casting\"}\nR: nlsQ\n"
          + "R: playheadPosition 10..15\nupdateOTT {\"ottStatus\":\"0\"}",
        ["10 cast 1", "15 cast 0"]
      ),
      (
        "kill\n+30\ninit\noffline\n+1\nonline", ["10 kill", "40 launch", "40 offline", "41 online"]
      ),
    ]
  )
  func calls(_ list: String, _ actions: [String]) throws {
    #expect(try Self.words(Self.head + list) == actions)
  }

  @Test("the times of actions come from the list, or from the start of a scenario")
  func clocks() throws {
    let log = """
      {"at":1700000000,"call":"init"}
      {"at":1700000001,"call":"play"}
      {"at":1700000002,"call":"stop"}
      """
    #expect(try Self.words(log, start: 5) == ["1699999002 pause"])
    let scenario = """
      {"version": 1, "tags": "none", "duration": 100, "start": 1700000000,
       "steps": [{"at": 40, "do": "lock", "for": 9}]}
      """
    #expect(try Self.words(scenario) == ["40 lock", "49 resume", "109 end"])
    #expect(try Self.words(#"{"at": 1005, "do": "pause"}"#) == ["5 pause"])
    #expect(try Self.words(" \n") == [])
  }

  @Test(
    "an error in a scenario or a list is reported with its line number",
    arguments: [
      ("init\nsleep", 2), (#"{"version": 2}"#, 1), (#"{"at": 1, "do": "sleep"}"#, 1),
      (#"{"version": 1}"#, 1), ("{\n", 1),
    ]
  )
  func errors(_ text: String, _ line: Int) throws {
    let error = try #require(throws: ScenarioError.self) { try Self.words(text) }
    #expect(error.line == line || text == "{\n")
  }
}
