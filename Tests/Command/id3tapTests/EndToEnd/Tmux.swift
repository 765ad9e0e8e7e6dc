import Foundation
import Glibc
import Testing

/// A terminal in tmux, in which bash runs.
final class Tmux {
  private let shell: Shell
  private let socket = "id3tap-\(UUID().uuidString)"

  /// A pipe that becomes readable whenever the terminal changes.
  private let changes: Int32

  init(_ shell: Shell, columns: Int, rows: Int) throws {
    self.shell = shell
    let pipe = shell.folder.appendingPathComponent(".changes-\(socket)").path
    // The pipe is opened for reading and writing, so opening it does not wait, and reading it never ends.
    guard mkfifo(pipe, 0o600) == 0 else { throw NeverSeen(what: "a pipe") }
    changes = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    let bash = "env SWIFT_BACKTRACE=enable=no PS1=ready: bash --noprofile --norc"
    // The tmux server continues to run and would keep inherited descriptors open.
    let started = try shell.run(
      """
      for file in /proc/$BASHPID/fd/*; do
        number=${file##*/}
        if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
      done
      # The server ends when the process of the tests ends, even after a crash.
      ended='tail --pid=\(ProcessInfo.processInfo.processIdentifier) -f /dev/null'
      setsid bash -c "$ended; exec tmux -L \(socket) kill-server" < /dev/null &> /dev/null &
      setsid --wait tmux -L \(socket) -f /dev/null new-session -d -x \(columns) -y \(rows) '\(bash)'
      """
    )
    try #require(started.status == 0, "\(started.errors)")
    try run("pipe-pane \"exec cat > '\(pipe)'\"")
    // The status line would occupy a row of the screen.
    try run("set -g status off")
    try run("resize-window -x \(columns) -y \(rows)")
    try waitFor("ready:")
  }

  deinit {
    _ = try? shell.run("tmux -L \(socket) kill-server")
    close(changes)
  }

  @discardableResult private func run(_ command: String) throws -> String {
    let outcome = try shell.run("tmux -L \(socket) \(command)")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// Presses keys with the names of tmux, such as `Space`, `Up` or `C-z`.
  func press(_ keys: String...) throws {
    try run("send-keys \(keys.joined(separator: " "))")
  }

  /// Types a command and Enter.
  func type(_ command: String) throws {
    try run("send-keys -l '\(command)'")
    try press("Enter")
  }

  func resize(columns: Int, rows: Int) throws {
    try run("resize-window -x \(columns) -y \(rows)")
  }

  var screen: String { get throws { try run("capture-pane -p") } }

  /// Whether the alternate screen is on, whether the cursor is visible, and whether lines wrap.
  var modes: String {
    get throws {
      try run("display-message -p '#{alternate_on} #{cursor_flag} #{wrap_flag}'")
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Waits until a string is on the screen.
  func waitFor(
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try waitUntil("'\(text)' is seen", sourceLocation: sourceLocation) { $0.contains(text) }
  }

  /// Waits until the screen satisfies a condition.
  func waitUntil(
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ isRight: (String) throws -> Bool
  ) throws {
    // Only a hanging test reaches this limit.
    let end = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < end {
      if try isRight(screen) { return }
      waitForChange()
    }
    let seen = try screen
    Issue.record("never: \(what); seen:\n\(seen)", sourceLocation: sourceLocation)
    throw NeverSeen(what: what)
  }

  /// Waits for output of the terminal since the last wait, at most one second: some changes, such as a stopped process,
  /// cause no output.
  private func waitForChange() {
    var waiting = pollfd(fd: changes, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 1000) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.withUnsafeMutableBytes({ read(changes, $0.baseAddress, $0.count) }) > 0 {}
  }

  struct NeverSeen: Error { var what: String }
}
