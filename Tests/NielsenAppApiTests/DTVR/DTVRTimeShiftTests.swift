import Testing

@testable import NielsenAppApi

@Suite("time-shift lookups")
struct DTVRTimeShiftTests {
  @Test("an answer belongs to its CID session")
  func timeShift() {
    let bench = Bench { environment in
      environment.timeShift = { payload, breakout in
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

  @Test("an answer that is no code is error 11", arguments: [nil, "3", "x3", "003", "ab"])
  func badAnswer(_ answer: String?) {
    let bench = Bench { $0.timeShift = { _, _ in answer } }
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.errors == [11])
    #expect(bench.durations == ["2_00_99_D1_10000_1"])
  }

  @Test("the responder may call back into the engine")
  func responderCallsBack() {
    let bench = Bench()
    let other = Bench { environment in
      environment.timeShift = { [weak bench] _, _ in
        bench?.api.advance()
        return "03"
      }
    }
    other.begin()
    other.api.sendID3(SamplePayload.distributorTag(0))
    #expect(other.errors.isEmpty)
  }

  @Test(
    "the question is asked again before each duration until the code is final",
    arguments: [("03", 1), ("07", 1), ("01", 3)]
  )
  func repeated(_ code: String, _ count: Int) {
    let bench = Bench {
      $0.configuration.lookups.repeatBeforeDuration = true
      $0.timeShift = { _, _ in code }
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
