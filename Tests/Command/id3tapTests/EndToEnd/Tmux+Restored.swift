import Testing

/// Checks what a command that takes the screen leaves behind.
extension Tmux {
  /// The state of a terminal in normal use: no alternate screen, a cursor, wrapped lines.
  static let usual = "0 1 1"
  /// The state while a command has the screen.
  static let taken = "1 0 0"

  /// Starts a command that takes the screen, and waits for a text on it. The state of the terminal before it is in the
  /// file `before`.
  func start(_ command: String, until words: String) throws {
    try type("clear; stty -g > before; \(command); echo status $?")
    try waitFor(words)
    #expect(try modes == Self.taken)
  }

  /// Checks that the shell has the terminal again, in its former state.
  func expectRestored(_ shell: Shell, status: Int) throws {
    try waitFor("status \(status)")
    #expect(try modes == Self.usual)
    try type("stty -g > after; echo done")
    try waitFor("\ndone")
    #expect(try shell.run("diff before after").output == "")
  }
}

extension Shell {
  /// Sends signals, one after another, to the command that was last started in the terminal. It is found by its folder.
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
