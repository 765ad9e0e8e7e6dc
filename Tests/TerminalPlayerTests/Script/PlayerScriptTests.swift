import Testing

@testable import TerminalPlayer

@Suite struct PlayerScriptTests {
  @Test(
    "words are keys and waits",
    arguments: [
      ("", []), ("p", [.key(.character("p"))]),
      ("space,left LEFT", [.key(.character(" ")), .key(.left), .key(.left)]),
      ("right*3", [.key(.right), .key(.right), .key(.right)]), ("*", [.key(.character("*"))]),
      ("wait 5 wait 0.25", [.wait(5000), .wait(250)]), ("wait end", [.waitForEnd]),
      ("seek 120", [.seek(120)]),
      ("p # plays\n# nothing\nq", [.key(.character("p")), .key(.character("q"))]),
    ] as [(String, [PlayerScript.Step])]
  )
  func words(text: String, steps: [PlayerScript.Step]) throws {
    #expect(try PlayerScript(text).steps == steps)
  }

  @Test(
    "what is none is reported with the number of the word",
    arguments: [
      (
        "p wrong",
        "word 2: 'wrong' is not a key: give a character, a name such as 'space' or 'left', "
      ),
      ("wait", "word 1: 'wait' needs seconds from 0 to 86400, or 'end': wait 5"),
      ("wait -1", "word 2: 'wait' needs seconds"), ("wait nan", "word 2: 'wait' needs seconds"),
      ("wait 1e9", "word 2: 'wait' needs seconds"),
      ("seek 1.5", "word 2: 'seek' needs a whole second"),
      ("right*0", "word 1: 'right*0': say how often, from 1 to 1000: right*3"),
      ("right*1001", "word 1: 'right*1001': say how often"), ("é", "word 1: 'é' is not a key"),
      ("a\u{1b}[2J", #"word 1: 'a\u{1b}[2J' is not a key"#),
    ]
  )
  func wrong(text: String, message: String) {
    let error = #expect(throws: PlayerScript.SyntaxError.self) { try PlayerScript(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }
}
