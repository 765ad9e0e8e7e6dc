import Testing

@testable import Playback

@Suite("the lines of --actions")
struct ActionLinesTests {
  private static func list(_ text: String) throws -> [ViewerAction] {
    try ViewerAction.read(Array(text.utf8), start: nil, duration: nil)
  }

  @Test("each line is an action, and empty lines are ignored")
  func lines() throws {
    let text = """
      {"at": 1700000000, "do": "launch"}

      {"at": 1700000010.5, "do": "optOut", "value": "1"}\r
      {"do": "ott", "at": 1700000020, "ottStatus": 0, "ottType": "airplay"}
      {"at": 1700000030, "do": "seek", "to": 45}
      """
    let actions = try Self.list(text)
    #expect(
      actions == [
        ViewerAction(time: 1_700_000_000, name: .launch),
        ViewerAction(time: 1_700_000_010.5, name: .optOut, value: .number(1)),
        ViewerAction(time: 1_700_000_020, name: .ott, value: .number(0)),
        ViewerAction(time: 1_700_000_030, name: .seek, value: .number(45)),
      ]
    )
  }

  @Test("an action may have a duration, and lines may be in any order")
  func lasting() throws {
    let text = """
      {"at": 50, "do": "background", "for": 9}
      {"at": 10, "do": "pause", "for": "30"}
      {"at": 20, "do": "cast", "for": 40}
      """
    #expect(
      try Self.list(text) == [
        ViewerAction(time: 10, name: .pause), ViewerAction(time: 20, name: .cast),
        ViewerAction(time: 40, name: .resume),
        ViewerAction(time: 50, name: .background), ViewerAction(time: 59, name: .foreground),
        ViewerAction(time: 60, name: .cast, value: .number(0)),
      ]
    )
  }

  @Test(
    "the actions that a scenario reports are read unchanged",
    arguments: ViewerAction.Name.allCases
  )
  func written(_ name: ViewerAction.Name) throws {
    let values: [ViewerAction.Value] =
      name == .channel ? [.text("1"), .text("B \"1\"")] : [.number(1), .number(0)]
    for value in values + [nil] where value != nil || ![.optOut, .ott].contains(name) {
      let action = ViewerAction(time: 1_700_000_000.5, name: name, value: value)
      #expect(try Self.list(action.json.text) == [action])
    }
  }

  @Test(
    "an error in an action is reported with its line and its field",
    arguments: [
      (#"{"do": "pause"}"#, "at"), (#"{"at": "soon", "do": "pause"}"#, "at"),
      (#"{"at": -1, "do": "pause"}"#, "at"), (#"{"at": 1e400, "do": "pause"}"#, "at"),
      (#"{"at": 1}"#, "call"), (#"{"at": 1, "do": "sleep"}"#, "do"),
      (#"{"at": 1, "do": "seek", "for": 9}"#, "for"), (#"{"at": 1, "do": "ad", "for": -1}"#, "for"),
      (#"{"at": 1, "do": "optOut"}"#, "value"), (#"{"at": 1, "do": "ott", "value": []}"#, "value"),
      ("{", nil), ("[1]", nil), ("pause", nil),
    ] as [(String, String?)]
  )
  func errors(_ line: String, _ field: String?) throws {
    let text = #"{"at": 1, "do": "launch"}"# + "\n\n" + line + "\n"
    let error = try #require(throws: ScenarioError.self) {
      try Self.list(text)
    }
    #expect(error.line == 3)
    #expect(error.field == field)
  }
}
