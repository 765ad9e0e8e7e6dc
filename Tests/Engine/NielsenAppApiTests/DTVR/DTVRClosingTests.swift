import Testing

@testable import NielsenAppApi

@Suite("closing of DTVR segments")
struct DTVRClosingTests {
  @Test("a segment makes a duration ping only if it has at least five credited seconds")
  func shortSegments() {
    for (last, count) in [(4, 0), (5, 1)] {
      let bench = Bench()
      bench.begin()
      bench.play(0...last, tag: Bench.everyTen)
      bench.api.end()
      #expect(bench.dtvr.filter { $0.type == .duration }.count == count)
    }
  }

  @Test("a segment closed just before the end is not sent again")
  func closedBeforeEnd() {
    let bench = Bench()
    bench.begin()
    bench.play(0...300, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.filter { $0.type == .duration }.map { $0["davty"] } == ["1"])
  }

  @Test("stop reports payloads and leaves the segment and the CID session open")
  func stop() {
    let bench = Bench()
    bench.begin()
    bench.play(0...40, tag: Bench.everyTen)
    bench.clear()
    bench.api.stop()
    #expect(bench.pings.map(\.type) == [.raw])
    bench.begin()
    bench.elapsed += 1
    bench.play(41...60, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.map(PingLine.dtvr) == ["duration FD 2_00_99_D1_10000_1 cln,60 2"])
  }

  @Test(
    "end, a channel change, close and a timeout report the payloads and the FD and PC segments",
    arguments: ["end", "channel", "close", "timeout", "paused timeout"]
  )
  func commonClose(_ cause: String) {
    let bench = Bench()
    bench.begin()
    bench.play(0...40) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.clear()
    switch cause {
    case "end": bench.api.end()
    case "channel": bench.api.play(["channelName": "Y"])
    case "close": bench.api.close()
    case "timeout":
      bench.elapsed += 1799
      bench.api.advance()
      #expect(bench.dtvr.isEmpty)
      bench.clear()
      bench.api.playheadPosition(40)
      bench.api.sendID3(SamplePayload.bothTag(40))
      bench.elapsed += 1800
      bench.api.advance()
    default:
      bench.api.stop()
      bench.elapsed += 1800
      bench.api.playheadPosition(41)
    }
    let types = bench.pings.filter { $0.product != .id3 }.map {
      "\($0.type) \($0["ca"]?.prefix(2) ?? "") \($0["davty"] ?? "")"
    }
    #expect(types == ["duration FD 2", "duration PC 2"])
    if cause != "timeout" { #expect(bench.pings.first?.product == .id3) }
    bench.clear()
    bench.api.end()
    #expect(bench.pings.isEmpty)
  }

  @Test("a change of the FD content id does not close the PC segment")
  func contentIDChange() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.clear()
    bench.api.sendID3(
      SamplePayload(
        programContent: SamplePayload.program,
        finalDistributor: SamplePayload.otherDistributor,
        programOffset: 631,
        distributorOffset: 1,
        lastTagTime: 1_699_984_831
      ).text
    )
    #expect(
      bench.pings.map { "\($0.type) \($0["ca"]?.prefix(2) ?? "") \($0["davty"] ?? "")" }
        == ["duration FD 1", "lookup  ", "impression FD 0"]
    )
  }

  @Test("the last eight tags of a pause are collected after the pause")
  func heldTags() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.stop()
    bench.clear()
    for second in stride(from: 40, through: 150, by: 10) {
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
    #expect(bench.pings.isEmpty)
    bench.api.playheadPosition(31)
    bench.api.end()
    let payloads = bench.pings.compactMap { $0["tp"] }.flatMap { $0.split(separator: "~") }
    #expect(
      payloads.map(String.init)
        == stride(from: 80, through: 150, by: 10).map { SamplePayload.distributorTag($0) }
    )
  }
}
