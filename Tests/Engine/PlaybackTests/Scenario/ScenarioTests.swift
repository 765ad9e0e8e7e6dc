import Testing

@testable import Playback

@Suite("reading a scenario")
struct ScenarioTests {
  private static let head = #""version": 1, "tags": "none", "duration": 9"#

  private static func read(_ text: String) throws(ScenarioError) -> Scenario {
    try Scenario(json: Array(text.utf8))
  }

  @Test("the fields of a scenario are read")
  func fields() throws {
    let scenario = try Self.read(
      """
      {"version": 1, "name": "n", "playhead": "live", "tags": "input", "duration": 5,
       "start": "2023-11-14T22:13:20Z", "resume": "load", "appInfo": {"appid": "P", "x": 1},
       "channel": {"channelName": "c"}, "content": {"type": "content", "isLive": true}}
      """
    )
    #expect(scenario.name == "n" && scenario.playhead == .live && scenario.usesInput)
    #expect(scenario.duration == 5 && scenario.start == 1_700_000_000)
    #expect(scenario.resume == .load && scenario.steps.isEmpty)
    #expect(scenario.appInfo == ["appid": "P", "x": "1"])
    #expect(scenario.content == ["type": "content", "isLive": "true"])
  }

  @Test("the steps of a scenario are read")
  func steps() throws {
    let scenario = try Self.read(
      """
      {\(Self.head), "steps": [
        {"at": "start", "do": "ad", "pod": [{"type": "ad", "length": "3", "title": "t"}]},
        {"at": 1, "do": "pause", "for": 2}, {"at": 1, "do": "buffer", "for": 2},
        {"at": 1, "do": "seek", "to": 2}, {"at": 1, "do": "channel", "name": "n"},
        {"at": 1, "do": "background", "for": 2}, {"at": 1, "do": "kill", "for": 2},
        {"at": 1, "do": "offline", "for": 2}, {"at": 1, "do": "ott", "ottStatus": 0},
        {"at": 1, "do": "optOut", "value": "0"}, {"at": 1, "do": "end"},
        {"at": "end", "do": "ad", "type": "postroll", "length": 4}]}
      """
    )
    let ad = ScenarioStep.Ad(metadata: ["type": "ad", "length": "3", "title": "t"], length: 3)
    #expect(
      scenario.steps.map(\.action) == [
        .ads([ad]), .pause(.pause, seconds: 2), .buffer(seconds: 2),
        .seek(to: 2),
        .channel(name: "n", content: nil), .pause(.background, seconds: 2), .kill(seconds: 2),
        .offline(seconds: 2), .ott(["ottStatus": "0"]), .optOut(false), .end,
        .ads([.init(metadata: ["type": "postroll", "length": "4"], length: 4)]),
      ]
    )
    #expect(scenario.steps.map(\.line).prefix(3) == [2, 3, 3])
  }

  @Test(
    "an error in a scenario is reported with its line and its field",
    arguments: [
      ("[]", 1, nil), ("{}", 1, "version"), (#"{"version": 2}"#, 1, "version"),
      (#"{"version": 1, "tags": "none"}"#, 1, "duration"),
      ("{\n\(head),\n\"nmae\": 1}", 3, "nmae"),
      ("{\(head), \"name\": 1}", 1, "name"),
      ("{\(head),\n\"playhead\": \"LIVE\"}", 2, "playhead"),
      ("{\(head),\n\"start\": \"yesterday\"}", 2, "start"),
      ("{\(head), \"playhead\": \"live\",\n\"start\": 5}", 2, "start"),
      ("{\(head),\n\"content\":\n{\n\"a\": []}}", 4, "content.a"),
      ("{\(head),\n\"steps\": {}}", 2, "steps"),
      ("{\(head), \"steps\": [\n1]}", 2, "steps[0]"),
      ("{\(head), \"steps\": [{\"at\": 1,\n\"do\": \"disable\", \"for\": 2}]}", 2, "steps[0].do"),
      (
        "{\(head), \"steps\": [{\"at\": 1, \"do\": \"buffer\", \"for\": 2,\n\"stop\": \"never\"}]}",
        2,
        "steps[0].stop"
      ),
      ("{\(head), \"steps\": [\n{}]}", 2, "steps[0].at"),
      ("{\(head), \"steps\": [\n{\"at\": -1}]}", 2, "steps[0].at"),
      ("{\(head), \"steps\": [\n{\"at\": 1.5}]}", 2, "steps[0].at"),
      ("{\(head), \"steps\": [\n{\"at\": 1}]}", 2, "steps[0].do"),
      ("{\(head), \"steps\": [\n{\"at\": 1,\n\"do\": \"rest\"}]}", 3, "steps[0].do"),
      ("{\(head), \"steps\": [\n{\"at\": \"end\",\n\"do\": \"seek\"}]}", 3, "steps[0].do"),
      ("{\(head), \"steps\": [{\"at\": 1, \"do\": \"pause\"}]}", 1, "steps[0].for"),
      (
        "{\(head), \"steps\": [{\"at\": 1, \"do\": \"pause\",\n\"for\": 1e9}]}", 2,
        "steps[0].for"
      ),
      (
        "{\(head), \"steps\": [{\"at\": 1, \"do\": \"pause\", \"for\": 1,\n\"to\": 2}]}", 2,
        "steps[0].to"
      ),
      ("{\(head), \"steps\": [{\"at\": 1, \"do\": \"ad\"}]}", 1, "steps[0].length"),
      (
        "{\(head), \"steps\": [{\"at\": 1, \"do\": \"ad\", \"pod\": [\n{\"length\": 1,"
          + "\n\"type\": \"content\"}]}]}", 3, "steps[0].pod[0].type"
      ),
      ("{\(head), \"steps\": [{\"at\": 1, \"do\": \"optOut\"}]}", 1, "steps[0].value"),
      ("{\(head), \"steps\": [{\"at\": 1, \"do\": \"ott\"}]}", 1, "steps[0].ottStatus"),
    ] as [(String, Int, String?)]
  )
  func errors(_ text: String, _ line: Int, _ field: String?) {
    #expect {
      try Self.read(text)
    } throws: { error in
      let error = error as? ScenarioError
      return error?.line == line && error?.field == field
    }
  }

  @Test(
    "malformed JSON is reported with its line",
    arguments: [
      ("", 1), ("\n\n{", 3), ("{\n\"a\" 1}", 2), ("{\"a\": 1,}", 1), ("{\"a\": 01}", 1),
      ("{\"a\": 1 \"b\": 2}", 1), ("{\"a\": 1,\n\"a\": 2}", 2), ("{\"a\": \"\n\"}", 1),
      ("{\"a\": \"\\x\"}", 1), ("{\"a\": \"\\u12\"}", 1), ("{\"a\": \"\\ud800\"}", 1),
      ("{\"a\": [1, 2}", 1), ("{\"a\": tru}", 1), ("{\"a\": -}", 1), ("{\"a\": 1.}", 1),
      ("{\"a\": 1e}", 1), ("{}\n{}", 2), ("{\"a", 1), ("\u{1}", 1),
      (String(repeating: "[", count: 100_000), 1),
    ] as [(String, Int)]
  )
  func noJSON(_ text: String, _ line: Int) {
    #expect {
      try Self.read(text)
    } throws: { error in
      let error = error as? ScenarioError
      return error?.line == line && error?.field == nil
    }
  }

  @Test("strings may contain every JSON escape")
  func escapes() throws {
    let text =
      #"{"version": 1, "tags": "none", "duration": 0, "name": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}"#
    #expect(try Self.read(text).name == "\"\\/\u{8}\u{c}\n\r\té😀")
  }

  @Test("a truncated script is an error and never traps")
  func cut() throws {
    let text =
      #"{"version": 1, "tags": "none", "duration": 1, "name": "\u00e9", "steps": [{"at": 1}]}"#
    for count in 0..<text.utf8.count {
      #expect(throws: ScenarioError.self) { try Scenario(json: Array(text.utf8.prefix(count))) }
    }
  }
}
