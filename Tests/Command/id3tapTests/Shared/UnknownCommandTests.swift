import Testing

@testable import Commands

@Suite struct UnknownCommandTests {
  @Test(
    "a first argument that is not a command is refused, with a suggestion if there is one",
    arguments: [
      (["extrct", "a.ts"], "'extrct' is not a command. Did you mean 'extract'?"),
      (["help", "chekc"], "'chekc' is not a command. Did you mean 'check'?"),
      (
        ["recording.ts"],
        "'recording.ts' is not a command. Did you mean 'id3tap check recording.ts'?"
      ),
      (["https://a/b"], "'https://a/b' is not a command. Did you mean 'id3tap check https://a/b'?"),
      (["x"], "'x' is not a command."),
    ]
  )
  func unknown(arguments: [String], message: String) {
    #expect(UnknownCommand.error(in: arguments)?.message == message)
  }

  @Test(
    "a known command, an option or an empty command line is left to the parser",
    arguments: [[], ["check", "extrct"], ["help"], ["help", "make"], ["--version"], ["-h"]]
  )
  func known(arguments: [String]) {
    #expect(UnknownCommand.error(in: arguments) == nil)
  }
}
