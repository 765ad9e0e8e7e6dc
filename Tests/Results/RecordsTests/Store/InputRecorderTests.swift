import Testing

@testable import Records

@Suite("recording an input")
struct InputRecorderTests {
  /// The rows of two inputs that are recorded at the same time, with a memory limit in bytes.
  private func lines(capacity: Int) throws -> String {
    let bench = try StoreBench()
    let run = try bench.run()
    try run.add(StoreBench.inputs(["a", "b"]))
    _ = try run.enter()
    let recorders = try ["a", "b"].map { name in
      let item = try #require(try run.next())
      #expect(item.input.label == name)
      return try #require(try run.recorder(of: item, StoreBench.file, capacity: capacity))
    }
    for index in 0..<20 {
      for (recorder, name) in zip(recorders, ["a", "b"]) {
        try recorder.append(StoreBench.ping(name, index))
      }
    }
    try recorders[1].finish(
      InputResult(.done, did: [.pings], bytes: 7, report: StoreBench.report("b"))
    )
    #expect(try bench.texts("SELECT DISTINCT input_id FROM pings") == ["2"])
    try recorders[0].finish(InputResult(.done, did: [.pings], bytes: 7))
    #expect(try bench.texts("SELECT count(*) FROM temp.spilled_pings") == ["0"])
    return try bench.lines(.pings) + bench.lines(.check)
  }

  @Test("rows in temporary tables are written like rows in memory", arguments: [0, 1000, 5000])
  func spilled(capacity: Int) throws {
    let inMemory = try lines(capacity: 1 << 20)
    #expect(inMemory.split(separator: "\n").count == 41)
    #expect(try lines(capacity: capacity) == inMemory)
  }

  @Test("an abandoned input leaves no rows")
  func abandoned() throws {
    let bench = try StoreBench()
    let run = try bench.run()
    try run.add(StoreBench.inputs(["a"]))
    _ = try run.enter()
    let item = try #require(try run.next())
    let recorder = try #require(try run.recorder(of: item, StoreBench.file, capacity: 0))
    try recorder.append(StoreBench.ping("a", 0))
    #expect(try bench.texts("SELECT count(*) FROM temp.spilled_pings") == ["1"])
    try recorder.abandon()
    #expect(try bench.texts("SELECT count(*) FROM temp.spilled_pings") == ["0"])
    #expect(try bench.texts("SELECT count(*) FROM pings") == ["0"])
    #expect(try bench.texts("SELECT state || coalesce(owner, '') FROM inputs") == ["waiting"])
  }

  @Test("the row of an input has its state, identity, tasks and error")
  func input() throws {
    let bench = try StoreBench()
    let run = try bench.run()
    try run.add(StoreBench.inputs(["a"]))
    _ = try run.enter()
    let identity = InputIdentity(kind: .file, size: 3, modified: 4, sha256: "f")
    let item = try #require(try run.next())
    let recorder = try #require(try run.recorder(of: item, identity, capacity: 0))
    try recorder.finish(
      InputResult(.timedOut, error: "a: slow", did: [.pings, .check], bytes: 2)
    )
    #expect(
      try bench.texts(
        """
        SELECT concat FROM (SELECT state || ' ' || kind || ' ' || size || ' ' || mtime || ' '
          || sha256 || ' ' || did || ' ' || bytes || ' ' || error || ' ' || started || ' '
          || length(settings) || coalesce(owner, '') || coalesce(verdict, '') AS concat FROM inputs)
        """
      ) == ["timed-out file 3 4 f check,pings 2 a: slow 2017-07-14T02:40:00.000Z 64"]
    )
  }
}
