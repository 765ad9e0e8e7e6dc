import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LiveWatch

@Suite struct AlarmCommandTests {
  private let temporary: TemporaryFolder
  private var folder: URL { URL(fileURLWithPath: temporary.path) }
  private let said = Lines()

  final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  init() throws { temporary = try TemporaryFolder() }

  private func run(
    _ command: String,
    _ events: [WatchEvent],
    timeout: Double = 120,
    patience: Double = 120,
    begun: () async -> Void = {}
  ) async -> DeliveryCounts {
    let said = said
    let runner = AlarmCommand(
      "cd '\(folder.path)'; \(command)",
      timeout: timeout,
      firstDelay: 0.01,
      output: nil
    ) { said.add($0) }
    runner.start()
    for event in events { runner.take(event) }
    await begun()
    await runner.finish(waitingAtMost: patience)
    return runner.counts
  }

  /// Alarms of different feeds, numbered from 1.
  private func alarms(_ count: Int) -> [WatchEvent] {
    (1...count).map { id in
      var event = Events.alarm(id: id)
      event.input = "http://\(id)/"
      return event
    }
  }

  private func file(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test("an alarm command receives the event on standard input and in its environment")
  func event() async throws {
    let event = Events.alarm("a \"b\" $(touch c) \u{1b}")
    let counts = await run(
      "cat > json; printf %s \"$ID3TAP_MESSAGE\" > message; printf %s \"$ID3TAP_ALARM\" > alarm; "
        + "printf %s \"$ID3TAP_JSON\" > same",
      [event]
    )
    #expect(counts.delivered == 1 && counts.failed == 0)
    #expect(try file("json") == String(decoding: event.line, as: UTF8.self))
    #expect(try file("same") + "\n" == file("json"))
    #expect(try file("message") == "a \"b\" $(touch c) \u{1b}")
    #expect(try file("alarm") == "missing-tags")
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("c").path))
  }

  @Test("tags are not sent to an alarm command")
  func tags() async {
    let counts = await run("true", [WatchEvent(.tag, feed: 0, input: "a", date: 0)])
    #expect(counts == DeliveryCounts())
  }

  @Test(
    "failures of an alarm command are reported with their reason",
    arguments: [
      ("exit 3", "exit code 3"), ("kill -9 $$", "signal 9"), ("no-such-command", "exit code 127"),
    ]
  )
  func failing(command: String, words: String) async {
    let counts = await run(command, [Events.alarm()])
    #expect(counts.failed == 1 && counts.delivered == 0)
    // There are two messages: one when the failures begin, and one when the event is given up.
    #expect(said.all.count == 2)
    #expect(said.all.allSatisfy { $0.contains(words) })
    #expect(said.all.allSatisfy { $0.contains("alarm missing-tags of http://a/") })
  }

  @Test(
    "a failing command is run again, at least four times for exit code 1 and nine times for 75",
    arguments: [(1, 4), (75, 9)]
  )
  func again(code: Int, failures: Int) async throws {
    let counts = await run(
      "echo $ID3TAP_ID >> runs; [ $(wc -l < runs) -gt \(failures) ] || exit \(code)",
      (1...2).map { Events.alarm(id: $0) }
    )
    #expect(counts.delivered == 2 && counts.failed == 0)
    #expect(try file("runs") == String(repeating: "1\n", count: failures + 1) + "2\n")
    #expect(said.all.count == 2)
    #expect(
      said.all.first?.contains(
        "exit code \(code): run the command by hand; the command is run again"
      ) == true
    )
    #expect(said.all.last == "--alarm-command: works again")
  }

  @Test("commands for one feed run one after another")
  func order() async throws {
    let counts = await run(
      "[ $ID3TAP_ID = 1 ] && sleep 0.3; echo $ID3TAP_ID >> done",
      (1...5).map { Events.alarm(id: $0) }
    )
    #expect(counts.delivered == 5)
    #expect(try file("done") == "1\n2\n3\n4\n5\n")
  }

  @Test("a hanging command is ended with its process group, and other commands run in the meantime")
  func hanging() async throws {
    let counts = await run(
      "if [ \"$ID3TAP_ID\" = 1 ]; then trap '' TERM; sleep 1000 & echo $! > child; wait; sleep 1000; fi; "
        + "echo \"$ID3TAP_ID\" >> done",
      alarms(6),
      timeout: 5
    )
    #expect(counts.delivered == 5 && counts.failed == 1)
    #expect(try file("done").split(separator: "\n").sorted() == ["2", "3", "4", "5", "6"])
    let child = try #require(Int32(file("child").trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(try ends(child))
  }

  /// Waits for the end of a process that is not a child of this process.
  private func ends(_ process: Int32) throws -> Bool {
    // Swift cannot call `syscall`, which is variadic, and does not import `pidfd_open` of glibc 2.36.
    typealias Open = @convention(c) (Int32, UInt32) -> Int32
    let symbol = try #require(dlsym(nil, "pidfd_open"))
    let descriptor = unsafeBitCast(symbol, to: Open.self)(process, 0)
    // The process has ended.
    guard descriptor >= 0 else { return errno == ESRCH }
    defer { close(descriptor) }
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Two minutes pass only if the process hangs.
    return poll(&event, 1, 120_000) > 0
  }

  @Test("the number of alarm commands that run at the same time is limited")
  func concurrency() async throws {
    let counts = await run(
      "mkdir -p now; : > now/$ID3TAP_ID; ls now | wc -l >> count; sleep 0.05; rm now/$ID3TAP_ID",
      alarms(20)
    )
    #expect(counts.delivered == 20)
    let most = try file("count").split(separator: "\n").compactMap {
      Int($0.trimmingCharacters(in: .whitespaces))
    }.max()
    #expect((1...AlarmCommand.concurrency).contains(most ?? 0))
  }

  @Test("the number of waiting events is limited, and dropped events are counted")
  func flood() async {
    let counts = await run("sleep 1000", alarms(AlarmCommand.capacity * 2), patience: 0.1)
    #expect(counts.delivered == 0 && counts.failed == 0)
    #expect(counts.dropped == AlarmCommand.capacity * 2)
    #expect(
      said.all.filter { $0.contains("events are waiting, so some are dropped") }.count == 1
    )
    #expect(said.all.last?.contains("\(counts.dropped) events were dropped") == true)
  }

  @Test("the number of events that wait for a command when the watch ends is reported in one line")
  func unfinished() async throws {
    let begun = try NamedPipe(in: folder)
    let counts = await run("echo > \(begun.name); sleep 1000", alarms(9), patience: 0.1) {
      await begun.read(AlarmCommand.concurrency)
    }
    #expect(counts.delivered == 0 && counts.dropped == 9)
    let ended = said.all.filter { $0.contains("was ended because the watch ended") }
    #expect(ended.count == AlarmCommand.concurrency)
    #expect(said.all.filter { $0.contains("9 events were dropped, because") }.count == 1)
  }

  @Test("a limited part of a command's output is shown, and the omission of the rest is reported")
  func output() async throws {
    let path = folder.appendingPathComponent("shown").path
    let shown = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    try #require(shown >= 0)
    defer { close(shown) }
    let said = said
    let runner = AlarmCommand(
      "head -c 1000000 /dev/zero",
      timeout: 20,
      firstDelay: 0.01,
      output: shown
    ) { said.add($0) }
    runner.start()
    runner.take(Events.alarm())
    await runner.finish(waitingAtMost: 120)
    #expect(runner.counts.delivered == 1)
    #expect(try file("shown").utf8.count == CommandOutput.limit + 1)
    #expect(said.all.count == 1)
    #expect(said.all.first?.contains("printed more than 64 KiB, and the rest is not shown") == true)
  }
}

/// A pipe in the file system, into which each command writes a byte when it begins.
private struct NamedPipe: Sendable {
  let name = "begun"
  private let pipe: Int32

  init(in folder: URL) throws {
    let path = folder.appendingPathComponent(name).path
    try #require(mkfifo(path, 0o600) == 0)
    // A pipe that is open for writing, too, does not end when a command closes it.
    pipe = open(path, O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
  }

  /// Waits for `count` bytes, and closes the pipe.
  func read(_ count: Int) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var byte: UInt8 = 0
        for _ in 0..<count { _ = Glibc.read(pipe, &byte, 1) }
        close(pipe)
        continuation.resume()
      }
    }
  }
}
