import Testing

@testable import NielsenAppApi

@Suite("DTVR on the tag clock")
struct DTVRTagClockTests {
  /// Sends the tags of `seconds` without a playhead.
  static func tagsAlone(_ seconds: [Int], _ bench: Bench) {
    for second in seconds {
      bench.elapsed = Int64(second)
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
  }

  @Test("without playheads, the tags determine the played seconds")
  func tagClock() {
    let bench = Bench()
    bench.api.play(["channelName": "X"])
    Self.tagsAlone(Array(stride(from: 0, through: 320, by: 10)), bench)
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_11111_0", "2_00_99_D2_00000_0"])
    #expect(bench.dtvr.last?["c27"] == "cln,20")
  }

  @Test("a gap of more than fifteen seconds between two tags is not counted and closes the segment")
  func tagClockGap() {
    let bench = Bench()
    bench.begin()
    Self.tagsAlone([0, 15, 31, 41], bench)
    bench.api.end()
    #expect(
      bench.dtvr.filter { $0.type == .duration }.compactMap { $0["c27"] } == ["cln,15", "cln,10"]
    )
  }

  @Test("with both content ids in the tags, each second is counted once for each content id")
  func tagClockBoth() {
    let bench = Bench()
    bench.begin()
    for second in stride(from: 0, through: 60, by: 10) {
      bench.api.sendID3(SamplePayload.bothTag(second))
    }
    bench.api.end()
    #expect(
      bench.dtvr.filter { $0.type == .duration }.compactMap { $0["c27"] } == ["cln,60", "cln,60"]
    )
  }

  @Test(
    "without playheads, tags count seconds if creditSource is tag, and not if it is playhead",
    arguments: [("playhead", []), ("tag", ["cln,60"])]
  )
  func creditSource(_ source: String, _ expected: [String]) {
    let bench = Bench {
      $0.configuration.dtvr.creditSource = .init(rawValue: source) ?? .auto
    }
    bench.begin()
    Self.tagsAlone(Array(stride(from: 0, through: 60, by: 10)), bench)
    bench.api.end()
    #expect(bench.dtvr.filter { $0.type == .duration }.compactMap { $0["c27"] } == expected)
  }

  @Test("with tags as the credit source, playheads neither count nor seek")
  func tagSourceIgnoresPlayheads() {
    let bench = Bench { $0.configuration.dtvr.creditSource = .tag }
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.playheadPosition(5000)
    bench.api.sendID3(SamplePayload.distributorTag(40))
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,40")
  }
}
