import Foundation
import Testing

/// A terminal of its own with bash in it, in tmux.
final class Tmux {
  private let shell: Shell
  private let socket = "id3tap-\(UUID().uuidString)"

  /// Whether tmux is there; when not, that is told.
  static func isThere(_ shell: Shell) throws -> Bool {
    guard try shell.run("command -v tmux").status == 0 else {
      print("skipped: tmux is missing ('make tools' installs it)")
      return false
    }
    return true
  }

  init(_ shell: Shell, columns: Int, rows: Int) throws {
    self.shell = shell
    let bash = "env SWIFT_BACKTRACE=enable=no PS1=ready: bash --noprofile --norc"
    // The server lives on: what it inherits besides the standard descriptors would never be seen closed.
    let started = try shell.run(
      """
      for file in /proc/$BASHPID/fd/*; do
        number=${file##*/}
        if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
      done
      # Whatever becomes of the tests, the server ends with their process.
      ended='tail --pid=\(ProcessInfo.processInfo.processIdentifier) -f /dev/null'
      setsid bash -c "$ended; exec tmux -L \(socket) kill-server" < /dev/null &> /dev/null &
      setsid --wait tmux -L \(socket) -f /dev/null new-session -d -x \(columns) -y \(rows) '\(bash)'
      """
    )
    try #require(started.status == 0, "\(started.errors)")
    // The status line would take a row.
    try run("set -g status off")
    try run("resize-window -x \(columns) -y \(rows)")
    try waitFor("ready:")
  }

  deinit { _ = try? shell.run("tmux -L \(socket) kill-server") }

  @discardableResult private func run(_ command: String) throws -> String {
    let outcome = try shell.run("tmux -L \(socket) \(command)")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// Presses keys as tmux names them: `Space`, `Up`, `C-z`.
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

  /// What is seen.
  var screen: String { get throws { try run("capture-pane -p") } }

  /// Whether the alternate screen is shown, the cursor, and whether lines wrap.
  var modes: String {
    get throws {
      try run("display-message -p '#{alternate_on} #{cursor_flag} #{wrap_flag}'")
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Waits until a text is seen.
  func waitFor(
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try waitUntil("'\(text)' is seen", sourceLocation: sourceLocation) { $0.contains(text) }
  }

  /// Waits until what is seen is right.
  func waitUntil(
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ isRight: (String) throws -> Bool
  ) throws {
    // Twenty seconds, and more on a busy machine.
    for _ in 0..<400 {
      if try isRight(screen) { return }
      usleep(50_000)
    }
    let seen = try screen
    Issue.record("never: \(what); seen:\n\(seen)", sourceLocation: sourceLocation)
    throw NeverSeen()
  }

  struct NeverSeen: Error {}
}
