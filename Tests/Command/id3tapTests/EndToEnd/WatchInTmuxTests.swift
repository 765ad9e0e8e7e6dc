import Foundation
import TestSupport
import Testing

/// The table of `id3tap watch` on a terminal, in tmux.
@Suite(
  .ownThread,
  .enabled(if: Tool.isThere("tmux"), "tmux is missing: 'make tools' installs it")
)
struct WatchInTmuxTests {
  private let shell: Shell
  private let port: UDPPort

  init() throws {
    shell = try Shell()
    port = try UDPPort()
  }

  /// A terminal that shows the table of a running watch.
  private func start(columns: Int = 80, rows: Int = 24) throws -> Tmux {
    let tmux = try Tmux(shell, columns: columns, rows: rows)
    try tmux.start("id3tap watch udp://127.0.0.1:\(port.number)", until: "LAST TAG")
    return tmux
  }

  @Test("Ctrl-C ends a watch with exit status 130 and leaves the last table on the screen")
  func controlC() throws {
    let tmux = try start()
    try tmux.press("C-c")
    try tmux.expectRestored(shell, status: 130)
    #expect(try tmux.screen.contains("LAST TAG"))
  }

  @Test(
    "a signal that ends a watch restores the terminal",
    arguments: [("TERM", 130), ("QUIT", 131), ("SEGV", 139), ("ABRT", 134)]
  )
  func signals(name: String, status: Int) throws {
    let tmux = try start()
    try shell.kill(name)
    try tmux.expectRestored(shell, status: status)
  }

  @Test("a second signal ends a watch and restores the terminal, without a last table")
  func second() throws {
    // The last table appears if another thread handles the first signal before the second is delivered.
    let endsAtOnce = try (1...5).contains { _ in try endsWithoutTable() }
    #expect(endsAtOnce)
  }

  /// Whether two signals at the same time end the watch without a last table.
  private func endsWithoutTable() throws -> Bool {
    let tmux = try start()
    // The process is stopped so that both signals are pending when it continues.
    try shell.kill("STOP")
    try tmux.waitFor("Stopped")
    try shell.kill("INT", "TERM")
    try tmux.type("clear; fg")
    // After a command ended by SIGINT, bash does not run the rest of the line.
    try tmux.waitUntil("the shell is back") { screen in
      try tmux.modes == Tmux.usual && screen.trimmingCharacters(in: .newlines).hasSuffix("ready:")
    }
    let hasTable = try tmux.screen.contains("LAST TAG")
    try tmux.type("echo status $?; stty -g > after; echo done")
    try tmux.waitFor("\ndone")
    #expect(try tmux.screen.contains(#/\nstatus (130|143)\n/#))
    #expect(try shell.run("diff before after").output == "")
    return !hasTable
  }

  @Test("Ctrl-Z restores the terminal for the shell, and 'fg' shows the table again")
  func suspended() throws {
    let tmux = try start()
    try tmux.press("C-z")
    try tmux.waitFor("Stopped")
    #expect(try tmux.modes == Tmux.usual)
    try tmux.type("stty -g > stopped; clear; fg")
    try tmux.waitFor("LAST TAG")
    #expect(try tmux.modes == Tmux.taken)
    #expect(try shell.run("diff before stopped").output == "")
    try tmux.press("C-c")
    try tmux.waitUntil("the terminal is given back") { _ in try tmux.modes == Tmux.usual }
  }

  @Test("the table adapts to the size of the terminal")
  func resized() throws {
    let tmux = try start(columns: 120)
    #expect(try tmux.screen.contains("CID"))
    try tmux.resize(columns: 60, rows: 12)
    try tmux.waitUntil("the table is narrow") { !$0.contains("INFO") && $0.contains("LAST TAG") }
    try tmux.press("C-c")
    try tmux.expectRestored(shell, status: 130)
  }
}
