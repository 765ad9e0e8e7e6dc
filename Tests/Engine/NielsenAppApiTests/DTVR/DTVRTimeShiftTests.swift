import Synchronization
import Testing

@testable import NielsenAppApi

@Suite("time-shift lookups")
struct DTVRTimeShiftTests {
  @Test("the answer to a lookup applies only to the CID session that caused the lookup")
  func timeShift() {
    let bench = Bench { environment in
      environment.timeShift = .answering { payload, breakout in
        payload.contains(SamplePayload.distributor) && breakout == "00" ? "03" : "07"
      }
    }
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    bench.play(41...80) {
      $0 == 41 || $0 % 10 == 0
        ? SamplePayload.distributorTag($0, id: SamplePayload.otherDistributor) : nil
    }
    bench.api.end()
    #expect(bench.durations == ["2_00_03_D1_10000_1", "2_00_07_D1_10000_1"])
  }

  @Test(
    "a time-shift answer other than a two-digit code is error 11",
    arguments: [nil, "3", "x3", "003", "ab"]
  )
  func badAnswer(_ answer: String?) {
    let bench = Bench { $0.timeShift = .answering { _, _ in answer } }
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.errors == [11])
    #expect(bench.durations == ["2_00_99_D1_10000_1"])
  }

  @Test(
    "a constant code answers every lookup, and a table answers the lookups of its content ids"
  )
  func provided() throws {
    let table = [SamplePayload.program: "05", SamplePayload.distributor: "03"]
    let benches = [
      (Bench { $0.timeShift = .constant("07") }, ["07", "07"]),
      (Bench { $0.timeShift = .table(table) }, ["03", "05"]),
      (Bench { $0.configuration.lookups.constant = "07" }, ["07", "07"]),
      (Bench { $0.configuration.lookups.table = table }, ["03", "05"]),
      (
        Bench {
          $0.configuration.lookups.table = table
          $0.timeShift = .constant("01")
        }, ["01", "01"]
      ),
    ]
    for (bench, codes) in benches {
      bench.begin()
      bench.play(0...40, tag: Bench.everyTen)
      bench.api.end()
      bench.begin()
      bench.play(0...40) { $0 % 10 == 0 ? SamplePayload.programTag($0) : nil }
      bench.api.end()
      #expect(bench.durations == codes.map { "2_00_\($0)_D1_10000_1" })
      #expect(bench.errors.isEmpty)
    }
  }

  @Test("looking up content that is not in the table raises error 11")
  func notInTable() {
    let bench = Bench { $0.timeShift = .table([SamplePayload.program: "03"]) }
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.errors == [11])
  }

  @Test("a late time-shift code applies from its arrival, and only the first answer counts")
  func later() throws {
    let asked = Mutex<[(TimeShiftResponder.Lookup, @Sendable (String?) -> Void)]>([])
    let bench = Bench { environment in
      environment.configuration.lookups.timeoutSeconds = 7
      environment.timeShift = .requesting { lookup, answer in
        asked.withLock { $0.append((lookup, answer)) }
      }
    }
    bench.begin()
    bench.play(0...300, tag: Bench.everyTen)
    let (lookup, answer) = try #require(asked.withLock { $0.first })
    #expect(lookup.payload == SamplePayload.distributorTag(0))
    #expect(lookup.breakout == "00" && lookup.timeoutSeconds == 7)
    answer("03")
    answer("07")
    answer(nil)
    bench.play(301...340, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_11111_1", "2_00_03_D2_10000_1"])
    #expect(bench.errors.isEmpty)
  }

  @Test("a time-shift answer after end, or to a released engine, is ignored")
  func tooLate() throws {
    let asked = Mutex<[@Sendable (String?) -> Void]>([])
    let bench = Bench {
      $0.timeShift = .requesting { _, answer in asked.withLock { $0.append(answer) } }
    }
    for _ in 0..<2 {
      bench.begin()
      bench.api.sendID3(SamplePayload.distributorTag(0))
      bench.api.end()
    }
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    let answers = asked.withLock { $0 }
    try #require(answers.count == 3)
    answers[0]("03")
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1"])
    bench.api.close()
    answers[1](nil)
    bench.drop()
    answers[2]("03")
    #expect(bench.errors.isEmpty)
  }

  @Test("tsv.url without a responder causes one warning")
  func address() {
    let lines = LogTests.Lines()
    let bench = Bench {
      $0.log = lines.logger(.warning)
      $0.configuration.lookups.url = "http://127.0.0.1:1/"
    }
    for _ in 0..<2 {
      bench.begin()
      bench.api.sendID3(SamplePayload.distributorTag(0))
      bench.api.end()
    }
    #expect(lines.count == 1)
    #expect(bench.errors.isEmpty)
  }

  @Test("a responder may call another engine")
  func responderCallsBack() {
    let bench = Bench()
    let other = Bench { environment in
      environment.timeShift = .answering { [weak bench] _, _ in
        bench?.api.advance()
        return "03"
      }
    }
    other.begin()
    other.api.sendID3(SamplePayload.distributorTag(0))
    #expect(other.errors.isEmpty)
  }

  @Test(
    "the lookup is repeated before each duration ping until the code is final",
    arguments: [("03", 1), ("07", 1), ("01", 3)]
  )
  func repeated(_ code: String, _ count: Int) {
    let bench = Bench {
      $0.configuration.lookups.repeatBeforeDuration = true
      $0.timeShift = .answering { _, _ in code }
    }
    bench.begin()
    bench.play(0...320, tag: Bench.everyTen)
    bench.api.end()
    let lookups = bench.pings.filter { $0.product == .tsv }
    #expect(lookups.count == count)
    #expect(Set(lookups.map { $0["id3"] }) == [SamplePayload.distributorTag(0)])
    #expect(bench.durations == ["2_00_\(code)_D1_11111_1", "2_00_\(code)_D2_00000_1"])
  }
}
