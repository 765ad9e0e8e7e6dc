import TestSupport
import Testing

/// Commands that are interrupted while they wait for a list of inputs.
@Suite(.ownThread) struct InterruptedListTests {
  @Test(
    "a command that is interrupted while it reads a list exits with status 130 and no error",
    arguments: ["batch --db a.sqlite @list", "watch @list @other"]
  )
  func interrupted(command: String) throws {
    // The pipe can be opened for writing after the command has opened it.
    let outcome = try Shell().run(
      """
      mkfifo list
      echo http://127.0.0.1:9/a.m3u8 > other
      id3tap \(command) &
      exec 3> list
      kill -TERM $!; wait $!; echo $?
      """
    )
    #expect(outcome.output == "130\n")
    #expect(!outcome.errors.contains("list: "), "\(outcome.errors)")
    #expect(!outcome.errors.contains("other: "), "\(outcome.errors)")
  }
}
