import Testing

@testable import NielsenAppApi

@Suite("the worked example of DCR: preroll, midroll, postroll")
struct DCRWorkedExampleTests {
  static let start: Int64 = 1_700_000_000
  static let content = [
    "type": "content", "assetid": "vid345-67483", "program": "ProgramName",
    "title": "Program S3, EP1", "length": "3600", "isfullepisode": "y", "adloadtype": "2",
  ]

  static func ad(_ type: String, _ id: String, _ length: Int) -> [String: String] {
    ["type": type, "assetid": id, "length": String(length)]
  }

  /// Plays the seconds of `range` of the asset loaded last. The clock ends at the last second.
  static func play(_ range: ClosedRange<Int>, _ bench: Bench) {
    for second in range {
      bench.api.playheadPosition(Int64(second))
      if second < range.upperBound { bench.elapsed += 1 }
    }
  }

  static func run(_ change: (inout EngineEnvironment) -> Void = { _ in }) -> Bench {
    let bench = Bench(start: start, change)
    bench.api.play(["channelName": "TheMovieTitle"])
    bench.api.loadMetadata(content)
    bench.api.loadMetadata(ad("preroll", "ad_pre", 15))
    play(0...15, bench)
    bench.api.stop()
    bench.api.loadMetadata(content)
    play(0...330, bench)
    bench.api.stop()
    bench.api.loadMetadata(ad("midroll", "ad_mid", 30))
    play(0...30, bench)
    bench.api.stop()
    bench.api.loadMetadata(content)
    play(330...620, bench)
    bench.api.end()
    bench.api.loadMetadata(ad("postroll", "ad_post", 15))
    play(0...15, bench)
    bench.api.stop()
    return bench
  }

  /// The time since the start, asset, `c3`, type, `cr`, `c64` since the start, `c27`, `c51`, `c52`
  /// and `davty` of a ping.
  static func line(_ ping: Ping) -> String {
    let began = Int64(ping["c64"]?.dropFirst("starttm,".count) ?? "") ?? 0
    let items = [
      "\(ping.createTime - start)", ping["ai"] ?? "", ping["c3"] ?? "", ping.type.rawValue,
      ping["cr"] ?? "", "\(began - start)", ping["c27"] ?? "", ping["c51"] ?? "",
      ping["c52"] ?? "", ping["davty"] ?? "",
    ]
    return items.joined(separator: " ")
  }

  @Test("the DCR example makes the pings of the document's table")
  func table() {
    let bench = Self.run()
    #expect(bench.errors.isEmpty)
    #expect(bench.pings.first?.type == .session)
    #expect(
      bench.pings.dropFirst().map(Self.line) == [
        "0 ad_pre st,a view 4_00_99_V1_00000 0 cln,0 adl,0 noad,0 0",
        "15 ad_pre st,a timer 4_00_99_D1_00000 0 cln,15 adl,15 noad,1 1",
        "15 vid345-67483 st,c view 4_00_99_V1_00000 15 cln,0 adl,0 noad,0 0",
        "315 vid345-67483 st,c timer 4_00_99_D1_11111 15 cln,300 adl,15 noad,1 1",
        "345 ad_mid st,a view 4_00_99_V1_00000 345 cln,0 adl,0 noad,0 0",
        "375 ad_mid st,a timer 4_00_99_D1_10000 345 cln,30 adl,30 noad,1 1",
        "645 vid345-67483 st,c timer 4_00_99_D2_11111 315 cln,300 adl,30 noad,1 1",
        "665 vid345-67483 st,c timer 4_00_99_D3_00000 645 cln,20 adl,0 noad,0 2",
        "665 ad_post st,a view 4_00_99_V1_00000 665 cln,0 adl,0 noad,0 0",
        "680 ad_post st,a timer 4_00_99_D1_00000 665 cln,15 adl,15 noad,1 1",
      ]
    )
  }

  @Test("content and its ads share one session id, including an ad after end")
  func viewingSession() {
    let ids = Set(Self.run().pings.dropFirst().map { $0["c59"] ?? "" })
    #expect(ids.count == 1)
    #expect(ids.first?.utf8.count == "sesid,".utf8.count + 39)
  }

  @Test("ads report their own title, length and full-episode flag, and the program of the content")
  func inherited() throws {
    for ping in Self.run().pings.dropFirst() where ping["c3"] == "st,a" {
      #expect(ping["tl"] == "")
      #expect(ping["cg"] == "ProgramName")
      #expect(ping["c57"] == "adldf,2")
      #expect(ping["c53"] == "fef,n")
      #expect(ping["sd"] == (ping["ai"] == "ad_mid" ? "30" : "15"))
    }
  }

  @Test("without a call of stop before loadMetadata, the DCR example makes the same pings")
  func withoutStops() {
    let bench = Bench(start: Self.start)
    bench.api.play(["channelName": "TheMovieTitle"])
    bench.api.loadMetadata(Self.content)
    bench.api.loadMetadata(Self.ad("preroll", "ad_pre", 15))
    Self.play(0...15, bench)
    bench.api.loadMetadata(Self.content)
    Self.play(0...330, bench)
    bench.api.loadMetadata(Self.ad("midroll", "ad_mid", 30))
    Self.play(0...30, bench)
    bench.api.loadMetadata(Self.content)
    Self.play(330...620, bench)
    bench.api.end()
    bench.api.loadMetadata(Self.ad("postroll", "ad_post", 15))
    Self.play(0...15, bench)
    bench.api.stop()
    #expect(bench.pings.map(Self.line) == Self.run().pings.map(Self.line))
  }
}
