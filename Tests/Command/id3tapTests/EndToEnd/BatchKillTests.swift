import Foundation
import Glibc
import TestSupport
import Testing

/// Batches that are killed, interrupted, or run in parallel. None of them may lose or repeat an input.
@Suite(.ownThread) struct BatchKillTests {
  private static let count = 40
  private static let done = "SELECT count(*) FROM inputs WHERE state = 'done'"

  /// The length of the longer streams in minutes: long enough for a test to kill a batch while it reads.
  private static let minutes = 10.0

  /// The streams, and the database of a batch that was not interrupted. All tests share these files and do not change
  /// them.
  private static let made = Result<BatchBench, any Error> {
    let bench = try BatchBench()
    try bench.makeStreams(count, minutes: minutes)
    // Each batch includes a missing file.
    let whole = try bench.shell.run("id3tap batch --jobs 3 --quiet --db whole.sqlite d missing.ts")
    try #require(whole.status == 2, "\(whole.errors)")
    return bench
  }

  private let bench: BatchBench
  private var shell: Shell { bench.shell }

  init() throws {
    bench = try BatchBench()
    let source = try Self.made.get().shell.folder.path
    try shell.prepare("cp -al '\(source)'/{d,one.ts,two.ts,whole.sqlite*} .")
  }

  private func start(jobs: Int, _ name: String) throws -> Process {
    try shell.start(["batch", "--jobs", "\(jobs)", "--quiet", "--db", name, "d", "missing.ts"])
  }

  @Test(
    "a batch that is killed and restarted several times gives the database of an uninterrupted one",
    arguments: [1, 3]
  )
  func kill(jobs: Int) throws {
    var kills = 0
    for target in [0, 1, 2, 5, 6, 13, 20, 21, 34, Self.count] {
      let process = try start(jobs: jobs, "killed.sqlite")
      // If `target` is 0, the batch is killed while it lists the inputs, or while it reads the first input.
      let sql = target == 0 ? "SELECT count(*) FROM runs" : Self.done
      try bench.wait(for: process, until: sql, in: "killed.sqlite", is: max(1, target))
      if Glibc.kill(process.processIdentifier, SIGKILL) == 0 { kills += 1 }
      process.waitUntilExit()
    }
    #expect(kills > 0)
    let last = try start(jobs: jobs, "killed.sqlite")
    last.waitUntilExit()
    #expect(last.terminationStatus == 2)
    #expect(try bench.content("killed.sqlite") == bench.content("whole.sqlite"))
    #expect(try bench.texts("PRAGMA integrity_check", in: "killed.sqlite") == ["ok"])
    // Each run continued after the inputs that the previous run had finished.
    #expect(
      try bench.texts(
        "SELECT count(DISTINCT run_id) > 3 FROM inputs",
        in: "killed.sqlite"
      ) == ["1"]
    )
  }

  @Test("a batch that Ctrl-C ended keeps its results, and the same command resumes the batch")
  func interrupt() throws {
    let process = try start(jobs: 2, "killed.sqlite")
    try bench.wait(for: process, until: Self.done, in: "killed.sqlite", is: 3)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(
      try bench.texts("SELECT state FROM runs", in: "killed.sqlite") == ["interrupted"]
    )
    #expect(
      try bench.texts("SELECT count(*) FROM inputs WHERE owner IS NOT NULL", in: "killed.sqlite")
        == ["0"]
    )
    let done = try bench.texts(Self.done, in: "killed.sqlite").compactMap { Int($0) }
    #expect((3..<Self.count).contains(done.first ?? 0))
    let again = try shell.run("id3tap batch --db killed.sqlite d missing.ts")
    #expect(again.errors.contains(", \(done.first ?? 0) unchanged, 1 could not be read\n"))
    #expect(try bench.content("killed.sqlite") == bench.content("whole.sqlite"))
  }

  @Test("Ctrl-C while a batch searches for inputs stores no input")
  func interruptedListing() throws {
    try shell.prepare("mkfifo list && mkdir h && cp d/01.ts d/02.ts h/")
    let process = try shell.start(["batch", "--db", "l.sqlite", "h", "@list", "d"])
    // The pipe stays open, so that the list is incomplete.
    let list = try #require(FileHandle(forUpdatingAtPath: shell.folder.path + "/list"))
    list.write(Data("d/01.ts\n".utf8))
    try bench.wait(for: process, until: "SELECT count(*) FROM runs", in: "l.sqlite", is: 1)
    process.interrupt()
    process.waitUntilExit()
    try list.close()
    #expect(process.terminationStatus == 130)
    #expect(try bench.texts("SELECT count(*) FROM inputs", in: "l.sqlite") == ["0"])
    #expect(try bench.texts("SELECT state FROM runs", in: "l.sqlite") == ["interrupted"])
  }

  @Test("Ctrl-C ends a batch that waits for data from a pipe")
  func interruptedPipe() throws {
    try shell.prepare("mkfifo pipe")
    let process = try shell.start(["batch", "--quiet", "--db", "p.sqlite", "pipe"])
    let sql = "SELECT count(*) FROM inputs WHERE owner IS NOT NULL"
    try bench.wait(for: process, until: sql, in: "p.sqlite", is: 1)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try bench.texts("SELECT state FROM inputs", in: "p.sqlite") == ["waiting"])
  }

  @Test("several batch processes with the same database read every input once")
  func several() throws {
    let processes = try (0..<3).map { _ in try start(jobs: 2, "shared.sqlite") }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus) == [2, 2, 2])
    #expect(try bench.content("shared.sqlite") == bench.content("whole.sqlite"))
    #expect(
      try bench.texts("SELECT sum(done) FROM runs", in: "shared.sqlite") == ["\(Self.count)"]
    )
  }

  @Test(
    "a batch process takes over an input after the process that was reading it is killed"
  )
  func takeOver() throws {
    try shell.prepare("mkfifo pipe")
    let arguments = ["batch", "--quiet", "--db", "p.sqlite", "--jobs", "1", "pipe"]
    let first = try shell.start(arguments)
    let sql = "SELECT count(*) FROM inputs WHERE owner IS NOT NULL"
    try bench.wait(for: first, until: sql, in: "p.sqlite", is: 1)
    let second = try shell.start(arguments)
    try bench.wait(
      for: second,
      until: "SELECT count(*) FROM runs WHERE inputs = 1",
      in: "p.sqlite",
      is: 2
    )
    #expect(first.isRunning && second.isRunning)
    #expect(Glibc.kill(first.processIdentifier, SIGKILL) == 0)
    first.waitUntilExit()
    try bench.wait(
      for: second,
      until: "SELECT count(*) FROM inputs WHERE owner = 2",
      in: "p.sqlite",
      is: 1
    )
    #expect(try shell.run("cat one.ts > pipe").status == 0)
    second.waitUntilExit()
    #expect(second.terminationStatus == 0)
    #expect(try bench.texts("SELECT state || run_id FROM inputs", in: "p.sqlite") == ["done2"])
  }
}
