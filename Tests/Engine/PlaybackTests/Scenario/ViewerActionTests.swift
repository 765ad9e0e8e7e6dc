import Testing

@testable import Playback

@Suite("the actions that a scenario reports")
struct ViewerActionTests {
  /// The actions of a scenario of 100 s that begins at 1,700,000,000, each as seconds since then, name and value.
  static func actions(_ steps: String, _ fields: String = "") throws -> [String] {
    let text = """
      {"version": 1, "tags": "none", "duration": 100, "content": {"type": "content", "assetid": "a"},
       "start": 1700000000, \(fields) "steps": [\(steps)]}
      """
    let actions = try ViewerAction.read(Array(text.utf8), start: nil, duration: nil)
    return actions.map { action in
      let value =
        switch action.value {
        case .number(let number): " \(number)"
        case .text(let text): " \(text)"
        case nil: ""
        }
      return "\(Int64(action.time) - 1_700_000_000) \(action.name.rawValue)\(value)"
    }
  }

  @Test(
    "each step reports its action and, if it has a duration, the action that ends it",
    arguments: [
      (#""do": "pause", "for": 9"#, ["40 pause", "49 resume", "109 end"]),
      (#""do": "call", "for": 9"#, ["40 call", "49 resume", "109 end"]),
      (#""do": "alarm", "for": 9"#, ["40 alarm", "49 resume", "109 end"]),
      (#""do": "headphones", "for": 9"#, ["40 headphones", "49 resume", "109 end"]),
      (#""do": "lock", "for": 9"#, ["40 lock", "49 resume", "109 end"]),
      (#""do": "background", "for": 9"#, ["40 background", "49 foreground", "109 end"]),
      (#""do": "offline", "for": 9"#, ["40 offline", "49 online", "100 end"]),
      (#""do": "buffer", "for": 9"#, ["40 buffer", "49 resume", "109 end"]),
      (#""do": "buffer", "for": 60"#, ["40 buffer", "100 resume", "160 end"]),
      (#""do": "kill", "for": 9"#, ["40 kill", "49 launch", "109 end"]),
      (#""do": "seek", "to": 80"#, ["40 seek 80", "61 end"]),
      (#""do": "channel", "name": "B"#, ["40 channel B", "100 end"]),
      (#""do": "ott", "ottStatus": "1"#, ["40 ott 1", "100 end"]),
      (#""do": "ott", "ottStatus": 0"#, ["40 ott 0", "100 end"]),
      (#""do": "optOut", "value": "1"#, ["40 optOut 1", "100 end"]),
      (#""do": "end""#, ["40 end"]),
      (
        #""do": "ad", "type": "midroll", "assetid": "x", "length": 5"#,
        ["40 ad 5", "45 resume", "105 end"]
      ),
    ]
  )
  func words(_ step: String, _ expected: [String]) throws {
    let closed = step.filter { $0 == "\"" }.count % 2 == 0 ? step : step + "\""
    #expect(try Self.actions(#"{"at": 40, \#(closed)}"#) == expected)
  }

  @Test("steps at the start and after the end, and a pause while offline, report their actions")
  func ends() throws {
    let actions = try Self.actions(
      """
      {"at": "start", "do": "ad", "type": "preroll", "length": 5},
      {"at": 30, "do": "offline", "for": 60}, {"at": 30, "do": "pause", "for": 60},
      {"at": "end", "do": "ad", "type": "postroll", "length": 7}
      """
    )
    #expect(
      actions == [
        "0 ad 5", "5 resume", "35 offline", "35 pause", "95 online", "95 resume", "165 end",
        "165 ad 7",
      ]
    )
  }

  @Test("the JSON of an action has 'at', 'do' and, if there is one, a value")
  func lines() {
    #expect(ViewerAction(time: 5, name: .pause).json.text == #"{"at":5,"do":"pause"}"#)
    #expect(
      ViewerAction(time: 5, name: .optOut, value: .number(1)).json.text
        == #"{"at":5,"do":"optOut","value":1}"#
    )
    #expect(
      ViewerAction(time: 5, name: .channel, value: .text("B")).json.text
        == #"{"at":5,"do":"channel","value":"B"}"#
    )
  }
}
