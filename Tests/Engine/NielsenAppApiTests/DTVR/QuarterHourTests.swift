import Testing

@testable import NielsenAppApi

@Suite("quarter hours")
struct QuarterHourTests {
  @Test("a quarter hour makes one ping")
  func quarterHourOnce() {
    let bench = Bench()
    bench.begin()
    bench.play(0...899, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.filter { $0.type == .aqh }.count == 1)
  }

  @Test("without a plausible tag time, the day of a quarter hour comes from the clock")
  func quarterHourDay() {
    let bench = Bench()
    bench.begin()
    bench.play(0...300) { second in
      guard second % 10 == 0 else { return nil }
      return SamplePayload(
        finalDistributor: SamplePayload.distributor,
        distributorOffset: 72000 + second,
        sequence: UInt16(second)
      ).text
    }
    // 18:04:30 minus twenty hours is on the day before.
    #expect(bench.dtvr.first { $0.type == .aqh }?["cr"] == "2_00_99_Q80_20231113_1")
  }

  @Test("program content makes no quarter-hour ping")
  func quarterHourProgramContent() {
    let bench = Bench()
    bench.begin()
    bench.play(0...899) { $0 % 10 == 0 ? SamplePayload.programTag($0) : nil }
    #expect(bench.dtvr.filter { $0.type == .aqh }.isEmpty)
  }

  @Test("the 25th hour of a day makes no quarter-hour ping")
  func quarterHourBeyondTheDay() {
    let bench = Bench()
    bench.begin()
    bench.play(0...600) { second in
      second % 10 == 0
        ? SamplePayload(
          finalDistributor: SamplePayload.distributor,
          distributorOffset: 86_400 + second,
          lastTagTime: 1_699_984_800,
          sequence: UInt16(second)
        ).text : nil
    }
    #expect(bench.dtvr.filter { $0.type == .aqh }.isEmpty)
  }
}
