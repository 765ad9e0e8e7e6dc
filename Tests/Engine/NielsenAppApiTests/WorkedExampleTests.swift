import Testing

@testable import NielsenAppApi

@Suite("the worked example: twelve minutes with a pause")
struct WorkedExampleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var index: Int
    var elapsed: Int64
    var product: Ping.Product
    var type: Ping.Kind
    var credit: String? = nil
    var timeSpent: String? = nil
    var activity: String? = nil
    var tags: [Int] = []
    var testDescription: String { "ping \(index)" }
  }

  static let rows: [Row] = [
    Row(index: 0, elapsed: 0, product: .session, type: .session),
    Row(index: 1, elapsed: 0, product: .tsv, type: .lookup),
    Row(
      index: 2,
      elapsed: 0,
      product: .dtvr,
      type: .impression,
      credit: "2_00_99_I1_00000_1",
      timeSpent: "cln,0",
      activity: "0"
    ),
    Row(
      index: 3,
      elapsed: 30,
      product: .dtvr,
      type: .view,
      credit: "2_00_99_V1_10000_1",
      timeSpent: "cln,30",
      activity: "1"
    ),
    raw(4, 60, 0, 50), raw(5, 120, 60, 110), raw(6, 180, 120, 170), raw(7, 200, 180, 200),
    Row(
      index: 8,
      elapsed: 360,
      product: .dtvr,
      type: .aqh,
      credit: "2_00_99_Q40_20231114_1",
      timeSpent: nil,
      activity: "1"
    ),
    raw(9, 360, 210, 260),
    Row(
      index: 10,
      elapsed: 390,
      product: .dtvr,
      type: .duration,
      credit: "2_00_99_D1_11111_1",
      timeSpent: "cln,300",
      activity: "1"
    ),
    raw(11, 420, 270, 320), raw(12, 480, 330, 380), raw(13, 540, 390, 440),
    raw(14, 600, 450, 500), raw(15, 660, 510, 560),
    Row(
      index: 16,
      elapsed: 690,
      product: .dtvr,
      type: .duration,
      credit: "2_00_99_D2_11111_1",
      timeSpent: "cln,300",
      activity: "1"
    ),
    raw(17, 720, 570, 620), raw(18, 780, 630, 680), raw(19, 810, 690, 710),
    Row(
      index: 20,
      elapsed: 810,
      product: .dtvr,
      type: .duration,
      credit: "2_00_99_D3_11000_1",
      timeSpent: "cln,120",
      activity: "2"
    ),
  ]

  private static func raw(_ index: Int, _ elapsed: Int64, _ first: Int, _ last: Int) -> Row {
    Row(
      index: index,
      elapsed: elapsed,
      product: .id3,
      type: .raw,
      tags: Array(stride(from: first, through: last, by: 10))
    )
  }

  /// Plays the example, with the tag from `tag` at every tenth second.
  static func run(
    tag: (Int) -> String = { SamplePayload.distributorTag($0) },
    change: (inout EngineEnvironment) -> Void = { _ in }
  ) -> Bench {
    let bench = Bench(change)
    let tagAt: (Int) -> String? = { $0 % 10 == 0 && $0 <= 710 ? tag($0) : nil }
    bench.begin()
    bench.play(0...200, tag: tagAt)
    bench.api.stop()
    bench.elapsed += 90
    bench.begin()
    bench.elapsed += 1
    bench.play(201...720, tag: tagAt)
    bench.api.end()
    return bench
  }

  @Test("the worked example makes twenty-one pings")
  func count() {
    #expect(Self.run().pings.count == Self.rows.count)
  }

  @Test("every ping of the worked example equals its row of the table", arguments: rows)
  func row(_ row: Row) throws {
    let pings = Self.run().pings
    try #require(pings.indices.contains(row.index))
    let ping = pings[row.index]
    #expect(ping.product == row.product)
    #expect(ping.type == row.type)
    #expect(ping.createTime - Bench.start == row.elapsed)
    #expect(ping.sendTime == ping.createTime)
    #expect(ping["cr"] == row.credit)
    #expect(ping["c27"] == row.timeSpent)
    #expect(ping["davty"] == row.activity)
    if row.product == .id3 {
      #expect(
        ping["tp"] == row.tags.map { SamplePayload.distributorTag($0) }.joined(separator: "~")
      )
      #expect(ping["channame"] == "X")
    }
  }

  @Test("ping 10 of the worked example equals the expected URL byte for byte")
  func pingTen() throws {
    let letters = ScriptedGenerator.letters
    let draws =
      ScriptedGenerator.draws("k3v9q0a7m2xw8c5t1zr4ybn6dpj0s", of: letters)
      + ScriptedGenerator.draws("q7d2m9x4k1v8b3n6c0z5w2t7r4y1a", of: letters)
      + ScriptedGenerator.draws("4821937", of: ScriptedGenerator.decimals)
    let bench = Self.run(change: { environment in
      environment.random = RandomSource(ScriptedGenerator(draws))
      environment.store = MemoryStore(identities: [
        Bench.appID: StoredIdentity(vendorID: "6F1C2B0E-8D34-4A57-9C1B-2E7F5A90D3C4")
      ])
    })
    try #require(bench.pings.count > 10)
    let device = "03204de92e11fc8c528139be419065920eb83dbff1a4663bbea455aa6e9702bd"
    let expected = """
      https://collector.invalid/cgi-bin/d?ci=us-000000\
      &sessionId=q7d2m9x4k1v8b3n6c0z5w2t7r4y1a1699984800\
      &fp_id=k3v9q0a7m2xw8c5t1zr4ybn6dpj0s1699984800&fp_cr_tm=1699984800&fp_acc_tm=1699984800\
      &fp_emm_tm=&ve_id=6F1C2B0E-8D34-4A57-9C1B-2E7F5A90D3C4&c8=devgrp,&c10=plt,\
      &c29=plid,16999848004821937&c30=bldv,ox.1.0.0.0_open&davty=1&forward=1&c6=mtvr,c01\
      &ca=FD_pI-X5FFk07770SXf2ZbI6g==&pc=P00000000-0000-0000-0000-000000000000\
      &cr=2_00_99_D1_11111_1&segment1=&segment2=&c9=devid,\(device)&c7=osgrp,&c1=nuid,\(device)\
      &plugv=&playerv=&c11=agg,1&c12=apv,1.0&c13=asid,P00000000-0000-0000-0000-000000000000\
      &c15=apn,id3tap&c16=sdkv,ox.1.0.0&c14=osver,Linux&h33=2&c26=dmap,3&c27=cln,300&at=timer\
      &rt=video&st=mtvr&vn=1&c24=zip,99&dd=&hrd=&wkd=&uoo=&c68=bndlid,&c61=createtm,1699985190\
      &c62=sendTime,1699985190&nodeTM=&logTM=&c73=phtype,&c74=dvcnm,\
      &sdd=retry,0~~retryreason,~~devmodel,~~devtypid,~~sysname,Linux~~sysversion,~~manuf,\
      &rnd=1699985190000
      """
    #expect(bench.pings[10].url == expected)
    #expect(bench.pings[10].endpoint == "/cgi-bin/d")
  }

  @Test("with both content ids, an FD ping precedes each PC ping, and there is one lookup")
  func bothContentIDs() {
    let pings = Self.run(tag: { SamplePayload.bothTag($0) }).pings
    let single = Self.rows
    var expected: [String] = []
    for row in single {
      let line = "\(row.product) \(row.type) \(row.credit ?? "")"
      switch row.type {
      case .impression, .view, .duration:
        expected.append(line + " FD 1 agg,1")
        expected.append(line + " PC 0 agg,0")
      case .aqh: expected.append(line + " FD 1 agg,1")
      default: expected.append(line)
      }
    }
    let seen = pings.map { ping in
      let line = "\(ping.product) \(ping.type) \(ping["cr"] ?? "")"
      guard ping.product == .dtvr else { return line }
      return line + " \(ping["ca"]?.prefix(2) ?? "") \(ping["forward"] ?? "") \(ping["c11"] ?? "")"
    }
    #expect(seen == expected)
  }

  @Test("a seek from 100 to 220 s closes the segment immediately")
  func seek() {
    let bench = Bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    bench.elapsed += 1
    bench.clear()
    bench.api.playheadPosition(220)
    #expect(bench.credits == ["2_00_99_D1_11000_1"])
    #expect(bench.dtvr.first?["c27"] == "cln,100")
    #expect(bench.dtvr.first?["davty"] == "1")
    bench.api.sendID3(SamplePayload.distributorTag(220))
    bench.elapsed += 1
    bench.play(221...300, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.credits == ["2_00_99_D1_11000_1", "2_00_99_D2_10000_1"])
  }

  @Test("after a change of the content id at 90 s, segments are numbered from 1 again")
  func contentIDChange() {
    let bench = Bench()
    bench.begin()
    bench.play(0...89, tag: Bench.everyTen)
    bench.elapsed += 1
    bench.clear()
    let other = SamplePayload.otherDistributor
    bench.play(90...130) {
      $0 % 10 == 0 ? SamplePayload.distributorTag($0, id: other) : nil
    }
    bench.api.end()
    let kinds = bench.pings.map { "\($0.product) \($0.type) \($0["cr"] ?? "")" }
    #expect(
      kinds == [
        "dtvr duration 2_00_99_D1_11000_1", "tsv lookup ", "dtvr impression 2_00_99_I1_00000_1",
        "dtvr view 2_00_99_V1_10000_1", "id3 raw ", "id3 raw ",
        "dtvr duration 2_00_99_D1_10000_1",
      ]
    )
    #expect(bench.dtvr.first?["c27"] == "cln,90")
    #expect(bench.dtvr.last?["ca"] == "FD_\(other)")
  }
}
