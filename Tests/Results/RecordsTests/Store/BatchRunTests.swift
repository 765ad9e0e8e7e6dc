import Testing

@testable import Records

@Suite("runs on a results database")
struct BatchRunTests {
  private let bench: StoreBench

  init() throws { bench = try StoreBench() }

  /// A run with these inputs on its list, with its own connection.
  private func run(
    _ names: [String],
    settings: String = "",
    redoes: Bool = false
  ) throws -> BatchRun {
    let run = try bench.run(bench.another(), settings: settings, redoes: redoes)
    try run.add(StoreBench.inputs(names))
    _ = try run.enter()
    return run
  }

  @Test("inputs get their ids in the order of the list, and a repeated input has one id")
  func order() throws {
    let run = try bench.run(bench.another())
    #expect(try run.add(StoreBench.inputs(["c", "a"])).isEmpty)
    #expect(try run.add(StoreBench.inputs(["b", "a", "b"])).map(\.label) == ["a", "b"])
    #expect(try run.enter() == 3)
    #expect(try bench.texts("SELECT input FROM inputs ORDER BY input_id") == ["c", "a", "b"])
    #expect(try bench.texts("SELECT inputs FROM runs") == ["3"])
    #expect(try run.all().labels == ["c", "a", "b"])
    // Inputs of an earlier list keep their ids.
    _ = try self.run(["d", "b", "c"])
    #expect(try bench.texts("SELECT input_id FROM inputs ORDER BY input") == ["2", "3", "1", "4"])
  }

  @Test("more inputs than one query reads are returned in order")
  func many() throws {
    let names = (0..<300).map { "input \($0)" }
    #expect(try run(names).work() == names)
  }

  @Test("names need not be UTF-8, and names that differ only in invalid bytes are different inputs")
  func bytes() throws {
    let run = try bench.run()
    let names: [[UInt8]] = [[0x61, 0xFF], [0x61, 0xFE], Array("a".utf8)]
    try run.add(names.map { BatchInput(name: $0, source: .path) })
    #expect(try run.enter() == 3)
    #expect(try run.all().map(\.input.name) == names)
    #expect(try bench.texts("SELECT input FROM inputs") == ["a\\xff", "a\\xfe", "a"])
  }

  @Test("unchanged inputs are skipped, and inputs that were not named again are kept")
  func unchanged() throws {
    #expect(try run(["a", "b"]).work(pings: 1) == ["a", "b"])
    #expect(try run(["b", "c"]).work(pings: 1) == ["c"])
    #expect(try bench.texts("SELECT count(*) FROM pings") == ["3"])
    #expect(try bench.texts("SELECT run_id FROM inputs ORDER BY input") == ["1", "1", "2"])
  }

  @Test(
    "changed inputs are processed again, and their old rows are removed",
    arguments: [
      (InputIdentity(kind: .file, size: 11, modified: 5), ["a"]),
      (InputIdentity(kind: .file, size: 10, modified: 6), ["a"]),
      (InputIdentity(kind: .url, size: 10, modified: 5), ["a"]),
      (InputIdentity(kind: .file, size: 10, modified: 5, sha256: "f"), ["a"]),
      (InputIdentity(kind: .file, size: 10, modified: 5), []),
    ] as [(InputIdentity, [String])]
  )
  func changed(identity: InputIdentity, done: [String]) throws {
    _ = try run(["a"]).work(pings: 3)
    #expect(try run(["a"]).work(identity, pings: 1) == done)
    #expect(try bench.texts("SELECT count(*) FROM pings") == [done.isEmpty ? "3" : "1"])
  }

  @Test(
    "a URL counts as unchanged, and a pipe or a feed always counts as changed",
    arguments: [(.url, []), (.pipe, ["a"]), (.feed, ["a"])]
      as [(InputIdentity.Kind, [String])]
  )
  func remote(kind: InputIdentity.Kind, done: [String]) throws {
    let identity = InputIdentity(kind: kind)
    _ = try run(["a"]).work(identity)
    #expect(try run(["a"]).work(identity) == done)
  }

  @Test(
    "a relative name that has results from another folder is refused unless the run redoes inputs"
  )
  func otherFolder() throws {
    func run(_ names: [String], in folder: String, redoes: Bool = false) throws -> BatchRun {
      let run = try BatchRun(
        bench.another(),
        RunDescription(version: "1", settings: .null, directory: folder),
        redoes: redoes,
        clock: { 0 }
      )
      try run.add(StoreBench.inputs(names))
      _ = try run.enter()
      return run
    }
    _ = try run(["a.ts", "/x/b.ts"], in: "/one").work()
    // An input that was not yet processed also belongs to the folder of its run.
    _ = try run(["c.ts"], in: "/one")
    for names in [["new.ts", "a.ts"], ["c.ts"]] {
      let error = #expect(throws: ResultsDatabaseError.self) { try run(names, in: "/two") }
      #expect(error?.code == .otherFolder)
      #expect(
        error?.reason
          == "has the results of '\(names.last ?? "")' in /one, not of the file in /two"
      )
    }
    #expect(try bench.texts("SELECT input FROM inputs") == ["a.ts", "/x/b.ts", "c.ts"])
    #expect(try run(["d.ts", "/x/b.ts"], in: "/two").work() == ["d.ts"])
    #expect(try run(["a.ts"], in: "/one").work() == [])
    #expect(try run(["a.ts"], in: "/two", redoes: true).work() == ["a.ts"])
  }

  @Test(
    "if inputs have hashes, the hashes are compared instead of the times",
    arguments: [("f", []), ("g", ["a"])] as [(String, [String])]
  )
  func hash(second: String, done: [String]) throws {
    _ = try run(["a"]).work(InputIdentity(kind: .file, size: 1, modified: 1, sha256: "f"))
    let identity = InputIdentity(kind: .file, size: 1, modified: 2, sha256: second)
    #expect(try run(["a"]).work(identity) == done)
  }

  @Test("a run with different settings processes unchanged inputs again")
  func settings() throws {
    _ = try run(["a"]).work()
    #expect(try run(["a"], settings: "strict").work() == ["a"])
    #expect(try run(["a"], settings: "strict").work() == [])
  }

  @Test("a run that redoes all inputs replaces the rows of unchanged inputs")
  func force() throws {
    _ = try run(["a"]).work(pings: 2)
    #expect(try run(["a"], redoes: true).work(pings: 1) == ["a"])
    #expect(try bench.texts("SELECT count(*) FROM pings") == ["1"])
  }

  @Test(
    "failed inputs are tried again; finished inputs, and inputs that are not streams, are skipped",
    arguments: [
      (InputResult.State.unreadable, ["a"]), (.timedOut, ["a"]), (.noStream, []), (.done, []),
    ] as [(InputResult.State, [String])]
  )
  func states(state: InputResult.State, done: [String]) throws {
    _ = try run(["a"]).work(StoreBench.file, InputResult(state, error: "a: broke", did: []))
    #expect(try bench.texts("SELECT state FROM inputs") == [state.rawValue])
    #expect(try run(["a"]).work() == done)
  }

  @Test("an input that another run is working on is returned again after the last input")
  func twoRuns() throws {
    var first: BatchRun? = try run(["a", "b"])
    let second = try run(["a", "b"])
    let item = try #require(try first?.next())
    guard case .begun = try first?.begin(item, StoreBench.file) else {
      Issue.record("a is not begun")
      return
    }
    let mine = try #require(try second.next())
    guard case .taken = try second.begin(mine, StoreBench.file) else {
      Issue.record("a is taken twice")
      return
    }
    #expect(try second.next()?.input.label == "b")
    let again = try #require(try second.next())
    #expect(again.isPostponed && again.input.label == "a")
    guard case .taken = try second.begin(again, StoreBench.file) else {
      Issue.record("a is taken twice")
      return
    }
    // This releases the locks, as if the process of the first run had ended.
    first = nil
    let last = try #require(try second.next())
    guard case .begun = try second.begin(last, StoreBench.file) else {
      Issue.record("a is lost")
      return
    }
  }

  /// The inputs that a run owns, in order.
  private func owned() throws -> [String] {
    try bench.texts("SELECT input FROM inputs WHERE owner IS NOT NULL ORDER BY input_id")
  }

  @Test("a busy run claims more and more inputs ahead, but at most eight")
  func claimsAhead() throws {
    let run = try run((10..<40).map(String.init))
    var most: [Int] = []
    while let item = try run.next() {
      most.append(try owned().count)
      guard case .begun(let recorder) = try run.begin(item, StoreBench.file) else {
        Issue.record("\(item.input.label) is not begun")
        return
      }
      try recorder.finish(InputResult(.done, did: [.extract]))
    }
    #expect(most.prefix(8) == [1, 2, 1, 4, 3, 2, 1, 8])
    #expect(most.max() == 8)
    #expect(try owned() == [])
  }

  @Test("inputs claimed ahead are released when the run does not progress, and at its end")
  func givesBack() throws {
    let run = try run(["a", "b", "c"])
    for _ in 0..<2 { _ = try run.next() }
    #expect(try owned() == ["a", "b", "c"])
    try run.giveBackIdle()
    #expect(try owned() == ["a", "b", "c"])
    try run.giveBackIdle()
    #expect(try owned() == ["a", "b"])
    let other = try self.run(["c"])
    #expect(try other.work() == ["c"])
    let item = try #require(try run.next())
    guard case .unchanged = try run.begin(item, StoreBench.file) else {
      Issue.record("c is done twice")
      return
    }
    let ahead = try self.run(["d", "e", "f"])
    for _ in 0..<2 { _ = try ahead.next() }
    try ahead.end(.interrupted, done: 0, failed: 0, skipped: 0)
    #expect(try owned() == ["a", "b", "d", "e"])
  }

  @Test("inputs that another run has done in the meantime are skipped")
  func doneMeanwhile() throws {
    let (first, second) = (try run(["a", "b"]), try run(["a", "b"]))
    #expect(try first.work() == ["a", "b"])
    #expect(try second.work() == [])
  }

  @Test("an abandoned input keeps its earlier state and rows")
  func abandoned() throws {
    _ = try run(["a"]).work(pings: 2)
    let run = try run(["a"], redoes: true)
    let item = try #require(try run.next())
    guard case .begun(let recorder) = try run.begin(item, StoreBench.file) else {
      Issue.record("a is not begun")
      return
    }
    try recorder.append(StoreBench.ping("a", 0))
    try recorder.abandon()
    #expect(try bench.texts("SELECT count(*) FROM pings") == ["2"])
    #expect(try bench.texts("SELECT state || coalesce(owner, '') FROM inputs") == ["done"])
  }

  @Test("inputs to which a recorded playlist refers are removed, except multivariant playlists")
  func playlists() throws {
    let run = try bench.run()
    try run.add(StoreBench.inputs(["s1", "before"]))
    let start = try run.lastPosition()
    try run.add(StoreBench.inputs(["m", "s2", "s3", "v", "w"]))
    try run.addParts(["url:v", "url:s1", "url:w"], head: "url:m")
    try run.addParts(["url:s2", "url:m"], head: nil)
    try run.removeParts(after: start) { "url:" + String(decoding: $0, as: UTF8.self) }
    // The inputs that are already listed stay, and the recorded playlists are forgotten.
    let second = try run.lastPosition()
    try run.add(StoreBench.inputs(["s3", "s2"]))
    try run.removeParts(after: second) { "url:" + String(decoding: $0, as: UTF8.self) }
    _ = try run.enter()
    #expect(try run.all().labels == ["s1", "before", "m", "s3", "s2"])
  }

  @Test("a run records how it ended")
  func end() throws {
    let run = try run(["a"])
    #expect(try bench.texts("SELECT state FROM runs") == ["running"])
    try run.end(.done, done: 4, failed: 3, skipped: 2)
    #expect(
      try bench.texts("SELECT state || done || failed || skipped || started || finished FROM runs")
        == ["done4322017-07-14T02:40:00.000Z2017-07-14T02:40:00.000Z"]
    )
  }
}
