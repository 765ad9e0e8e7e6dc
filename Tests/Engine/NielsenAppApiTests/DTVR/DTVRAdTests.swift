import Testing

@testable import NielsenAppApi

@Suite("DTVR and ads")
struct DTVRAdTests {
  static let ad = ["type": "midroll", "assetid": "ad"]

  @Test("server-side ads count because their tags continue")
  func serverSideAd() {
    let bench = Bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    bench.api.loadMetadata(Self.ad)
    for second in 0...30 {
      bench.api.playheadPosition(Int64(second))
      if let tag = Bench.everyTen(100 + second), second > 0 { bench.api.sendID3(tag) }
    }
    bench.api.loadMetadata(Bench.content)
    bench.play(130...200, tag: Bench.everyTen)
    bench.api.end()
    // The content from 0 to 100 s, the ad from its first tag at 110 s to 130 s, and the content from its next tag at
    // 140 s are credited.
    #expect(bench.dtvr.last.map(PingLine.dtvr) == "duration FD 2_00_99_D1_11100_1 cln,180 2")
  }

  @Test(
    "an ad after another ad is not treated as a seek, with or without a stop or an id",
    arguments: [["type": "preroll"], Self.ad],
    [true, false]
  )
  func adAfterAd(_ ad: [String: String], _ isStopped: Bool) {
    let bench = Bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    for _ in 1...2 {
      bench.api.loadMetadata(ad)
      bench.play(0...30)
      if isStopped { bench.api.stop() }
    }
    bench.api.loadMetadata(Bench.content)
    bench.play(101...140, tag: Bench.everyTen)
    bench.api.end()
    #expect(
      bench.dtvr.filter { $0.type == .duration }.map(PingLine.dtvr)
        == ["duration FD 2_00_99_D1_11000_1 cln,130 2"]
    )
  }

  @Test(
    "an ad that continues after a stop keeps its current tag, even if its metadata is loaded again"
  )
  func adGoesOn() {
    for isNamedAgain in [true, false] {
      let bench = Bench()
      bench.begin()
      bench.play(0...100, tag: Bench.everyTen)
      bench.api.loadMetadata(Self.ad)
      bench.play(0...12) { SamplePayload.distributorTag(100 + $0) }
      bench.api.stop()
      if isNamedAgain { bench.api.loadMetadata(Self.ad) }
      bench.play(13...20)
      bench.api.end()
      #expect(bench.durations.count == 1)
      // 100 s of the content and 19 s of the ad are credited. The ad begins with a duplicate tag, so its first accepted
      // tag arrives after one second.
      #expect(bench.dtvr.last?["c27"] == "cln,119")
    }
  }

  @Test("the playheads of the next ad may be in a different range")
  func rangeOfTheNextAd() {
    let bench = Bench()
    bench.begin()
    bench.api.loadMetadata(Self.ad)
    bench.api.playheadPosition(5)
    bench.api.stop()
    bench.api.playheadPosition(1_699_984_800)
    bench.api.playheadPosition(1_699_984_801)
    #expect(bench.errors.isEmpty)
  }

  @Test("client-side ads do not count and are not treated as a seek")
  func clientSideAd() {
    let bench = Bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    bench.api.loadMetadata(Self.ad)
    bench.play(0...60)
    bench.api.loadMetadata(Bench.content)
    bench.play(101...200, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.durations == ["2_00_99_D1_11100_1"])
    #expect(bench.dtvr.last?["c27"] == "cln,190")
  }

  @Test("loading the same content again does not count as a seek")
  func sameContent() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.loadMetadata(["type": "content", "adModel": "2"])
    bench.play(31...60, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.last.map(PingLine.dtvr) == "duration FD 2_00_99_D1_10000_2 cln,60 2")
  }

  @Test(
    "the first playhead of new content is not a seek, and seconds before its first tag do not count"
  )
  func otherContent() {
    let bench = Bench()
    bench.begin(["type": "content", "assetid": "a", "adModel": "1"])
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.loadMetadata(["type": "content", "assetid": "b", "adModel": "1"])
    bench.play(500...505)
    bench.api.sendID3(SamplePayload.distributorTag(40))
    bench.play(506...516)
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,41")
  }
}
