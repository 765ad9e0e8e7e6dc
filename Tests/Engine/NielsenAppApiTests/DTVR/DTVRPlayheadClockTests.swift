import Testing

@testable import NielsenAppApi

@Suite("DTVR on the playhead clock")
struct DTVRPlayheadClockTests {
  /// The credited seconds after the playheads of `positions`, with the tags that `tag` returns for them.
  static func credited(
    _ positions: [Int],
    tag: (Int) -> String? = Bench.everyTen
  ) -> String? {
    let bench = Bench()
    bench.begin()
    for position in positions {
      bench.api.playheadPosition(Int64(position))
      if let payload = tag(position) { bench.api.sendID3(payload) }
      bench.elapsed += 1
    }
    bench.api.end()
    return bench.dtvr.last { $0.type == .duration }?["c27"]
  }

  @Test("seconds before the first tag are not credited")
  func beforeFirstTag() {
    #expect(Self.credited(Array(0...60)) { $0 >= 30 ? Bench.everyTen($0) : nil } == "cln,30")
  }

  @Test("one tag confirms fifteen seconds")
  func window() {
    #expect(Self.credited(Array(0...60)) { $0 == 0 ? Bench.everyTen($0) : nil } == "cln,15")
  }

  @Test("a playhead step of two seconds plays both seconds")
  func stepOfTwo() {
    #expect(Self.credited(Array(stride(from: 0, through: 60, by: 2))) == "cln,60")
  }

  @Test("a first playhead of 1 plays second 0, which no tag confirms")
  func beginsWithOne() {
    #expect(Self.credited(Array(1...61)) { Bench.everyTen($0 - 1) } == "cln,60")
  }

  @Test("repeated playheads and small steps back play no seconds")
  func repeats() {
    #expect(Self.credited([0, 1, 1, 2, 1, 0, 2, 3, 4, 5, 6, 7, 5, 8, 9, 10]) == "cln,10")
  }

  @Test("a short seek loses the seconds before the next tag but does not close the segment")
  func shortSeek() {
    let bench = Bench()
    bench.begin()
    bench.play(0...24, tag: Bench.everyTen)
    bench.play(32...60, tag: Bench.everyTen)
    bench.api.end()
    // The seconds 0 to 24 and 40 to 60 are credited.
    #expect(bench.dtvr.last.map(PingLine.dtvr) == "duration FD 2_00_99_D1_10000_1 cln,44 2")
  }

  @Test(
    "a seek of more than fifteen seconds closes the segment",
    arguments: [(15, 0), (16, 1), (-15, 0), (-16, 1)]
  )
  func seekDistance(_ distance: Int, _ closed: Int) {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.playheadPosition(Int64(30 + distance))
    #expect(bench.dtvr.filter { $0.type == .duration }.count == closed)
  }

  @Test("no second counts between a seek and the next tag")
  func afterSeek() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.play(100...120) { _ in nil }
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1"])
    #expect(bench.dtvr.last?["c27"] == "cln,30")
  }

  @Test("a jump of the tags' offsets without a seek closes the segment")
  func offsetJump() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { second in
      guard second % 10 == 0 else { return nil }
      return SamplePayload.distributorTag(second < 40 ? second : second + 1000)
    }
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1", "2_00_99_D2_00000_1"])
    #expect(bench.dtvr.compactMap { $0["c27"] }.suffix(2) == ["cln,40", "cln,20"])
  }

  @Test("missing tags are not treated as a jump")
  func missingTags() {
    #expect(
      Self.credited(Array(0...120)) { (10...100).contains($0) ? nil : Bench.everyTen($0) }
        == "cln,25"
    )
  }

  @Test("a change of the breakout code closes the segment")
  func breakout() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { second in
      second % 10 == 0
        ? SamplePayload.distributorTag(second, breakout: second < 40 ? "00" : "05") : nil
    }
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_10000_1", "2_05_99_D2_00000_1"])
  }

  @Test("a pause does not shorten the time for which the current tag confirms playback")
  func pause() {
    let bench = Bench()
    bench.begin()
    bench.play(0...10, tag: Bench.everyTen)
    bench.api.stop()
    bench.elapsed += 1000
    bench.play(11...20)
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,20")
  }

  @Test("FD is reported before PC when one call plays several seconds")
  func distributorFirst() {
    let bench = Bench()
    bench.begin()
    bench.play(0...29) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.clear()
    bench.api.playheadPosition(31)
    #expect(bench.dtvr.map { $0["ca"]?.prefix(2) } == ["FD", "PC"])
  }
}
