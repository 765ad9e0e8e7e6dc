import Foundation
import TestSupport
import Testing

/// `id3tap player` on a terminal, in tmux.
@Suite(
  .ownThread,
  .enabled(if: Tool.isThere("tmux"), "tmux is missing: 'make tools' installs it")
)
struct PlayerInTmuxTests {
  private static let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams").path

  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.prepare("ln -s '\(Self.samples)' samples")
  }

  /// A terminal in which the player runs; the state of the terminal before is in the file `before`.
  private func start(
    _ arguments: String,
    columns: Int = 80,
    rows: Int = 24
  ) throws -> Tmux {
    let tmux = try Tmux(shell, columns: columns, rows: rows)
    try tmux.start("id3tap player \(arguments)", until: "space play/pause")
    return tmux
  }

  /// The shell is back, and the terminal is as it was.
  private func expectRestored(_ tmux: Tmux, status: Int) throws {
    try tmux.expectRestored(shell, status: status)
    #expect(try !tmux.screen.contains("id3tap player  "))
  }

  @Test("a viewer sees channels, the playhead, tags, calls and pings, and gets the terminal back")
  func watching() throws {
    let tmux = try start("--speed 20 --channels samples/channels.json")
    try tmux.waitFor("stopped")
    #expect(try tmux.screen.hasPrefix("id3tap player  Clean\n> 1 Clean\n  2 HLS\n"))
    try tmux.press("Space")
    try tmux.waitFor("playing")
    try tmux.waitFor("dtvr impression")
    try tmux.waitUntil("a tag is listed") { $0.contains(#/tag  0:00:\d\d  data #\d+  FD /#) }
    try tmux.waitUntil("the length is known") { $0.contains(#/━+●─+ 0:06:30/#) }
    try tmux.press("Space")
    try tmux.waitFor("paused")
    try tmux.waitUntil("the stop is in the log") { $0.contains(#/call +stop/#) }
    try tmux.press("Right")
    try tmux.waitFor("seek to 0:")
    try tmux.press("a")
    try tmux.waitFor("[AirPlay]")
    try tmux.press("Down")
    try tmux.waitFor("> 2 HLS")
    try tmux.press("Space")
    try tmux.waitFor("playing")
    try tmux.press("i")
    try tmux.waitFor("SDK version     ox.")
    try tmux.press("o")
    try tmux.waitFor("https://optout.invalid/")
    try tmux.press("1")
    try tmux.waitFor("[opted out]")
    try tmux.press("w")
    try tmux.waitFor("id3tap-player.jsonl: ")
    try tmux.press("q")
    try expectRestored(tmux, status: 0)
    let log = try shell.run("grep -c '\"call\":\"play\"' id3tap-player.jsonl")
    #expect(Int(log.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 >= 2)
  }

  @Test(
    "whatever ends the player, the terminal is as it was",
    arguments: [
      ("TERM", 130), ("INT", 130), ("HUP", 130), ("SEGV", 139), ("ABRT", 134), ("QUIT", 130),
      ("TRAP", 133),
    ]
  )
  func signals(name: String, status: Int) throws {
    let tmux = try start("samples/clean.ts")
    try tmux.press("Space")
    try tmux.waitFor("playing")
    try shell.kill(name)
    try expectRestored(tmux, status: status)
  }

  @Test(
    "the log is in the file of -o, whatever ends the player",
    arguments: [("q", 0), ("C-c", 130), (#"'C-\'"#, 130)]
  )
  func output(key: String, status: Int) throws {
    let tmux = try start("--speed 20 samples/clean.ts -o log.jsonl")
    try tmux.press("Space")
    try tmux.waitFor("playing")
    try tmux.press(key)
    try expectRestored(tmux, status: status)
    #expect(try shell.run("grep -c '\"call\":\"play\"' log.jsonl").output == "1\n")
  }

  @Test("Ctrl-C ends it with 130")
  func controlC() throws {
    let tmux = try start("samples/clean.ts")
    try tmux.press("C-c")
    try expectRestored(tmux, status: 130)
  }

  @Test("Ctrl-Z gives the terminal to the shell, and fg brings the player back")
  func suspended() throws {
    let tmux = try start("samples/clean.ts")
    try tmux.press("Space")
    try tmux.waitFor("playing")
    try tmux.press("C-z")
    try tmux.waitFor("Stopped")
    #expect(try tmux.modes == Tmux.usual)
    try tmux.type("stty -g > stopped; fg")
    try tmux.waitFor("playing")
    #expect(try tmux.modes == Tmux.taken)
    #expect(try shell.run("diff before stopped").output == "")
    // In the background an app stops; in the foreground it plays on.
    try tmux.waitUntil("it was passed to the engine") { $0.contains(#/call +stop/#) }
    try tmux.press("q")
    try tmux.waitFor("ready:")
    #expect(try tmux.modes == Tmux.usual)
  }

  @Test("stopped and continued from outside the screen is drawn again")
  func continued() throws {
    let tmux = try start("samples/clean.ts")
    try shell.kill("STOP")
    try tmux.waitFor("Stopped")
    try tmux.type("stty sane; clear; fg")
    try tmux.waitFor("space play/pause")
    try tmux.press("i")
    try tmux.waitFor("SDK version")
    #expect(try tmux.modes == Tmux.taken)
    try tmux.press("q")
    try tmux.waitUntil("the terminal is given back") { _ in try tmux.modes == Tmux.usual }
  }

  @Test("the screen follows the size of the terminal")
  func resized() throws {
    let tmux = try start("samples/clean.ts", columns: 120, rows: 40)
    #expect(try tmux.screen.contains("PgUp/PgDn scroll"))
    try tmux.resize(columns: 40, rows: 12)
    try tmux.waitUntil("the bar is shorter") { screen in
      screen.split(separator: "\n").allSatisfy { $0.count <= 40 } && screen.contains("LOG")
    }
    try tmux.resize(columns: 20, rows: 5)
    try tmux.waitFor("needs 30x8: enlarg")
    try tmux.resize(columns: 80, rows: 24)
    try tmux.waitFor("space play/pause")
    try tmux.press("q")
    try expectRestored(tmux, status: 0)
  }

  @Test("the names of channels cannot do anything to the terminal")
  func hostile() throws {
    let list = #"""
      {"version": 1, "channels": [
        {"name": "\u001b[2J\u001b]0;owned\u0007\u009b31mred\r\nnext", "url": "samples/clean.ts"},
        {"name": "日本語テレビ 📺", "url": "samples/clean.ts"}]}
      """#
    try list.write(
      to: shell.folder.appendingPathComponent("list.json"),
      atomically: true,
      encoding: .utf8
    )
    let tmux = try start("--channels list.json")
    let screen = try tmux.screen
    #expect(screen.contains(#"> 1 \u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31mred\u{d}\u{a}next"#))
    #expect(screen.contains("  2 日本語テレビ 📺"))
    try tmux.press("q")
    try expectRestored(tmux, status: 0)
  }
}
