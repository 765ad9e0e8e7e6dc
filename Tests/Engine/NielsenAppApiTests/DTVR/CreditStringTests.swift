import Testing

@testable import NielsenAppApi

@Suite("credit strings")
struct CreditStringTests {
  @Test("the first tag of linear content makes I1")
  func firstTag() {
    let bench = Bench()
    bench.begin()
    bench.api.playheadPosition(0)
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.credits == ["2_00_99_I1_00000_1"])
  }

  @Test("thirty watched seconds make V1 with one won minute")
  func view() {
    let bench = Bench()
    bench.begin()
    bench.play(0...29, tag: Bench.everyTen)
    #expect(bench.credits == ["2_00_99_I1_00000_1"])
    bench.api.playheadPosition(30)
    #expect(bench.credits.last == "2_00_99_V1_10000_1")
  }

  @Test("twenty-five watched seconds before the end make S1")
  func short() throws {
    let bench = Bench()
    bench.begin()
    bench.play(0...25, tag: Bench.everyTen)
    bench.api.end()
    let last = try #require(bench.dtvr.last)
    #expect(last["cr"] == "2_00_99_S1_00000_1")
    #expect(last["c27"] == "cln,25")
    #expect(last["davty"] == "2")
    #expect(last["at"] == "sfview")
  }

  @Test("a full first segment makes D1 with five won minutes")
  func full() {
    let bench = Bench()
    bench.begin()
    bench.play(0...300, tag: Bench.everyTen)
    #expect(bench.durations == ["2_00_99_D1_11111_1"])
  }

  @Test("without tags from 60 to 200 s, the second and third minutes of a segment are not won")
  func missingTags() throws {
    let bench = Bench()
    bench.begin()
    bench.play(0...300) { second in
      (61..<200).contains(second) ? nil : Bench.everyTen(second)
    }
    let last = try #require(bench.dtvr.last)
    #expect(last["cr"] == "2_00_99_D1_10011_1")
    #expect(last["c27"] == "cln,175")
    #expect(last["davty"] == "1")
  }

  @Test("without metadata, the ad model is 0, and an answered lookup sets time shift 03")
  func timeShift() {
    let bench = Bench { $0.timeShift = .answering { _, _ in "03" } }
    bench.api.play(["channelName": "X"])
    bench.play(0...420, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.credits.first == "2_00_99_I1_00000_0")
    #expect(bench.durations == ["2_00_03_D1_11111_0", "2_00_03_D2_11000_0"])
  }

  @Test("a quarter hour makes Q with its number and day")
  func quarterHour() {
    let bench = WorkedExampleTests.run()
    #expect(bench.dtvr.first { $0.type == .aqh }?["cr"] == "2_00_99_Q40_20231114_1")
  }

  @Test(
    "the ad model of a credit is the asset's, or 0 if the asset has none",
    arguments: [
      (["type": "content", "adModel": "1"], "1"), (["type": "content", "adModel": "2"], "2"),
      (["type": "content", "adloadtype": "2"], "2"),
      (["type": "content", "adModel": "1", "adloadtype": "2"], "1"),
      (["type": "content", "adModel": "3", "adloadtype": "2"], "0"), (["type": "content"], "0"),
      (["type": "content", "adloadtype": "x"], "0"),
    ]
  )
  func adModel(_ metadata: [String: String], _ model: String) {
    let bench = Bench()
    bench.begin(metadata)
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.credits == ["2_00_99_I1_00000_\(model)"])
  }

  @Test("the breakout code has two digits", arguments: [(0, "00"), (7, "07"), (42, "42")])
  func breakout(_ code: UInt8, _ text: String) { #expect(CreditString.breakout(code) == text) }
}
