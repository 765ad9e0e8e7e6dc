import Testing

@testable import Commands
@testable import Playback
@testable import Rehearsal

@Suite("files of --actions")
struct ActionFileTests {
  @Test("each line is an action, and empty lines are none")
  func lines() throws {
    let text = """
      {"at": 1700000000, "do": "launch"}

      {"at": 1700000010.5, "do": "optOut", "value": "1"}\r
      {"do": "ott", "at": 1700000020, "ottStatus": 0, "ottType": "airplay"}
      {"at": 1700000030, "do": "seek", "to": 45}
      """
    let actions = try ActionFile.actions(Array(text.utf8))
    #expect(
      actions == [
        TesterAction(.launch, at: 1_700_000_000),
        TesterAction(.optOut, at: 1_700_000_010.5, value: "1"),
        TesterAction(.ott, at: 1_700_000_020, value: "0"),
        TesterAction(.seek, at: 1_700_000_030, value: "45"),
      ]
    )
  }

  @Test("what lasts may say how long, as in a scenario, and lines may stand in any order")
  func lasting() throws {
    let text = """
      {"at": 50, "do": "background", "for": 9}
      {"at": 10, "do": "pause", "for": "30"}
      {"at": 20, "do": "cast", "for": 40}
      """
    #expect(
      try ActionFile.actions(Array(text.utf8)) == [
        TesterAction(.pause, at: 10), TesterAction(.cast, at: 20), TesterAction(.resume, at: 40),
        TesterAction(.background, at: 50), TesterAction(.foreground, at: 59),
        TesterAction(.cast, at: 60, value: "0"),
      ]
    )
  }

  @Test("what a scenario writes is read as it was done", arguments: ViewerAction.Name.allCases)
  func written(_ name: ViewerAction.Name) throws {
    let values: [(ViewerAction.Value?, String?)] = [
      (.number(1), "1"), (.number(0), "0"), (.text("B \"1\""), "B \"1\""), (nil, nil),
    ]
    for (value, text) in values where value != nil || ![.optOut, .ott].contains(name) {
      let line = ViewerAction(time: 1_700_000_000, name: name, value: value).json.text
      let actions = try ActionFile.actions(Array(line.utf8))
      #expect(actions == [TesterAction(name, at: 1_700_000_000, value: text)])
    }
  }

  @Test(
    "an error names the line and the field",
    arguments: [
      (#"{"do": "pause"}"#, "at"), (#"{"at": "soon", "do": "pause"}"#, "at"),
      (#"{"at": -1, "do": "pause"}"#, "at"), (#"{"at": 1e400, "do": "pause"}"#, "at"),
      (#"{"at": 1}"#, "do"), (#"{"at": 1, "do": "sleep"}"#, "do"),
      (#"{"at": 1, "do": "seek", "for": 9}"#, "for"), (#"{"at": 1, "do": "ad", "for": -1}"#, "for"),
      (#"{"at": 1, "do": "optOut"}"#, "value"), (#"{"at": 1, "do": "ott", "value": []}"#, "value"),
      ("{", nil), ("[1]", nil), ("pause", nil),
    ] as [(String, String?)]
  )
  func errors(_ line: String, _ field: String?) throws {
    let text = #"{"at": 1, "do": "launch"}"# + "\n\n" + line + "\n"
    let error = try #require(throws: ScenarioError.self) {
      try ActionFile.actions(Array(text.utf8))
    }
    #expect(error.line == 3)
    #expect(error.field == field)
  }
}
