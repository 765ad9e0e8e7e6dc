import Testing

@testable import Records

@Suite("stored records for reports")
struct StoredRecordTests {
  private let bench: StoreBench

  init() throws { bench = try StoreBench() }

  private func records(fields: Set<String>? = nil) throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    try bench.database.records(fields: fields) { records.append($0) }
    return records
  }

  @Test("every input that is a stream has a record, followed by tags and pings")
  func inputs() throws {
    let run = try bench.run(bench.another())
    try run.add(StoreBench.inputs(["a", "b", "c", "d"]))
    _ = try run.enter()
    let results = [
      InputResult(.noStream, did: [.check]), InputResult(.done, did: [.extract], bytes: 7),
      InputResult(
        .unreadable,
        error: "c: broke: mend it",
        did: [.check],
        report: StoreBench.report("c")
      ),
    ]
    for result in results {
      let item = try #require(try run.next())
      guard case .begun(let recorder) = try run.begin(item, StoreBench.file) else {
        Issue.record("\(item.input.label) is not begun")
        return
      }
      if result.state == .done { try recorder.append(StoreBench.ping("b", 3)) }
      try recorder.finish(result)
    }
    let records = try records()
    let inputs = records.compactMap { if case .input(let json) = $0 { json } else { nil } }
    let checks = inputs.map { RecordView<CheckFields>($0.json) }
    #expect(checks.map(\.input) == ["b", "c", "d"])
    #expect(inputs.map(\.state) == ["done", "unreadable", "waiting"])
    #expect(checks.map(\.verdict) == [nil, "unreadable", nil])
    #expect(inputs[0].bytes == 7)
    #expect(inputs[0].size == 10 && inputs[0].kind == "file")
    let report = StoreBench.report("c")
    #expect(checks[1].error == report.report.failure?.description)
    let record = RecordView<CheckFields>(CheckFields.withAllRules.json(report.report))
    #expect(checks[1].rules == record.rules)
    guard case .ping(let ping)? = records.last else {
      Issue.record("\(records)")
      return
    }
    #expect(ping.json.text == StoreBench.ping("b", 3).json.text)
  }

  @Test("the runs that produced inputs are listed with their settings, each once")
  func runs() throws {
    #expect(try bench.database.runs().isEmpty)
    let run = try bench.run(bench.another(), settings: "strict")
    try run.add(StoreBench.inputs(["a", "b"]))
    _ = try run.enter()
    for _ in 0..<2 {
      let item = try #require(try run.next())
      guard case .begun(let recorder) = try run.begin(item, StoreBench.file) else {
        Issue.record("\(item.input.label) is not begun")
        return
      }
      try recorder.finish(InputResult(.done, did: [.check]))
    }
    let runs = try bench.database.runs()
    #expect(runs.map(\.description.settings) == [.string("strict")])
    #expect(runs.map(\.description.version) == ["1"])
    #expect(runs.map(\.started) == ["2017-07-14T02:40:00.000Z"])
  }

  @Test("reports read only the requested fields of a ping")
  func fields() throws {
    _ = try {
      let run = try bench.run(bench.another())
      try run.add(StoreBench.inputs(["a"]))
      _ = try run.enter()
      return try run.work(pings: 1)
    }()
    guard case .ping(let ping)? = try records(fields: ["type"]).last else {
      Issue.record("no ping")
      return
    }
    #expect((ping.input, ping.index, ping.type) == ("a", 0, "duration"))
    #expect(ping.url == nil)
  }

  @Test("if frames are requested only for tags of other owners, Nielsen tags have none")
  func framesOfOthers() throws {
    try bench.database.execute(
      "INSERT INTO inputs (input_id, name, input, state) VALUES (1, 'a', 'a.ts', 'done')"
    )
    for (index, kind) in ["'data'", "NULL"].enumerated() {
      try bench.database.execute(
        """
        INSERT INTO tags (input_id, "index", carriage, nielsen_kind, tag_size, tag_sha256,
          tag_frames, notes)
        VALUES (1, \(index), 'ts-pes', \(kind), 1, '', '[{"id":"PRIV","owner":"x"}]', '[]')
        """
      )
    }
    var frames: [Int] = []
    try bench.database.records(fields: ["nielsen.kind", "tag.frames"], ofOthers: ["tag.frames"]) {
      if case .tag(let tag) = $0 { frames.append(tag.tag?.frames?.count ?? 0) }
    }
    #expect(frames == [0, 1])
  }

  @Test("names that an older version wrote identically are distinguished")
  func oldLabels() throws {
    try bench.database.execute(
      """
      INSERT INTO inputs (input_id, name, input, state) VALUES
        (1, x'61FF', 'a\u{fffd}', 'done'), (2, x'61FE', 'a\u{fffd}', 'done');
      INSERT INTO pings (input_id, "index", product, type, createTime, sendTime, endpoint, url,
        parameters) VALUES (2, 0, '', '', 0, 0, '', '', '[]');
      """
    )
    let names = try records().map { record in
      switch record {
      case .input(let input): RecordView<CheckFields>(input.json).input
      case .tag(let tag): tag.input
      case .ping(let ping): ping.input
      }
    }
    #expect(names == ["a\\xff", "a\\xfe", "a\\xfe"])
  }
}
