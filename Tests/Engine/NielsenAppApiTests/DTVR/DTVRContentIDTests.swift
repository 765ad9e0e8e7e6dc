import Testing

@testable import NielsenAppApi

@Suite("the content ids of DTVR")
struct DTVRContentIDTests {
  @Test(
    "if a tag has both content ids, only FD, or with rtvod only PC, has forward and aggregate 1",
    arguments: [
      (SamplePayload.distributorTag(0), false, ["FD 1 agg,1"]),
      (SamplePayload.programTag(0), false, ["PC 1 agg,1"]),
      (SamplePayload.bothTag(0), false, ["FD 1 agg,1", "PC 0 agg,0"]),
      (SamplePayload.bothTag(0), true, ["FD 0 agg,0", "PC 1 agg,1"]),
      (SamplePayload.distributorTag(0), true, ["FD 1 agg,1"]),
      (SamplePayload.infoTag(0), false, []),
    ] as [(String, Bool, [String])]
  )
  func forward(_ tag: String, _ rtvod: Bool, _ expected: [String]) {
    let bench = Bench { $0.configuration.dtvr.rtvod = rtvod }
    bench.begin()
    bench.api.sendID3(tag)
    let seen = bench.dtvr.map {
      "\($0["ca"]?.prefix(2) ?? "") \($0["forward"] ?? "") \($0["c11"] ?? "")"
    }
    #expect(seen == expected)
  }

  @Test("an INFO tag between two DATA tags does not reduce the credited seconds")
  func infoTag() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { second in
      second == 35 ? SamplePayload.infoTag(99) : Bench.everyTen(second)
    }
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,60")
  }

  @Test("an INFO tag alone credits no seconds")
  func infoTagAlone() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { $0 == 0 ? SamplePayload.infoTag(1) : nil }
    bench.api.end()
    #expect(bench.dtvr.isEmpty)
  }

  @Test(
    "when a content id becomes null, its current tag no longer counts, but its CID session remains"
  )
  func nullSide() {
    let bench = Bench()
    bench.begin()
    bench.play(0...60) { second in
      switch second {
      case 0, 40, 50: SamplePayload.distributorTag(second)
      case 10, 20, 30: SamplePayload.programTag(second)
      default: nil
      }
    }
    bench.api.end()
    let lines = bench.dtvr.map(PingLine.dtvr)
    #expect(
      lines == [
        "impression FD 2_00_99_I1_00000_1 cln,0 0", "impression PC 2_00_99_I1_00000_1 cln,0 0",
        "view PC 2_00_99_V1_10000_1 cln,30 1", "view FD 2_00_99_V1_10000_1 cln,30 1",
        "duration FD 2_00_99_D1_10000_1 cln,30 2", "duration PC 2_00_99_D1_10000_1 cln,30 2",
      ]
    )
  }

  @Test("a content id that returns after a null id continues its CID session")
  func sameComesBack() {
    let bench = Bench()
    bench.begin()
    bench.play(0...20) { second in
      second == 10 ? SamplePayload.programTag(second) : Bench.everyTen(second)
    }
    let impressions = bench.dtvr.filter { $0.type == .impression }
    #expect(impressions.map { $0["ca"]?.prefix(2) } == ["FD", "PC"])
  }

  @Test("offset 0 of a content id that is not null means second 0")
  func offsetZero() {
    let bench = Bench()
    bench.begin()
    bench.api.sendID3(
      SamplePayload(finalDistributor: SamplePayload.distributor, lastTagTime: 1_699_984_800).text
    )
    #expect(bench.credits == ["2_00_99_I1_00000_1"])
  }

  @Test("a tag that changes both content ids makes one lookup, and FD is reported before PC")
  func bothChange() {
    let bench = Bench()
    bench.begin()
    bench.play(0...30) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.clear()
    bench.api.sendID3(
      SamplePayload(
        programContent: SamplePayload.otherProgram,
        finalDistributor: SamplePayload.otherDistributor,
        programOffset: 1,
        distributorOffset: 36031,
        lastTagTime: 1_699_984_831
      ).text
    )
    let lines = bench.pings.map { "\($0.type) \($0["ca"]?.prefix(2) ?? "")" }
    #expect(
      lines == ["duration FD", "lookup ", "impression FD", "duration PC", "impression PC"]
    )
  }

  @Test("a breakout code that is not in the list makes no lookup")
  func lookupBreakouts() {
    let bench = Bench()
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0, breakout: "10"))
    #expect(bench.pings.filter { $0.product == .tsv }.isEmpty)
    #expect(bench.credits == ["2_10_99_I1_00000_1"])
  }
}
