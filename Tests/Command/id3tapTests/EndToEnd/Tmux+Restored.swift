import Testing

/// Checks the state of the terminal during and after a full-screen command.
extension Tmux {
  /// The ``modes`` of a terminal in normal use: no alternate screen, a visible cursor, wrapped lines.
  static let usual = "0 1 1"
  /// The ``modes`` while a full-screen command runs.
  static let taken = "1 0 0"

  /// Starts a full-screen command, and waits until `words` are on the screen. The terminal's settings before the
  /// command are written to the file `before`.
  func start(_ command: String, until words: String) throws {
    try type("clear; stty -g > before; \(command); echo status $?")
    try waitFor(words)
    #expect(try modes == Self.taken)
  }

  /// Checks that the terminal belongs to the shell again, and has the same settings as before.
  func expectRestored(_ shell: Shell, status: Int) throws {
    try waitFor("status \(status)")
    #expect(try modes == Self.usual)
    try type("stty -g > after; echo done")
    try waitFor("\ndone")
    #expect(try shell.run("diff before after").output == "")
  }
}

extension Shell {
  /// Sends signals, one after another, to the `id3tap` process whose working directory is the folder of the test.
  func kill(_ names: String...) throws {
    let signals = names.map { "kill -\($0) ${process#/proc/}" }.joined(separator: "\n")
    let outcome = try run(
      """
      for process in /proc/[0-9]*; do
        if read -r name < $process/comm && [ "$name" = id3tap ] && [ $process/cwd -ef . ]; then
          \(signals)
        fi
      done 2> /dev/null
      """
    )
    #expect(outcome.status == 0 || outcome.status == 1)
  }
}
