import Testing

@testable import PingAnalysis

@Suite("explaining pings")
struct PingExplainerTests {
  private func field(_ name: String, _ url: String = PublishedPing.url) throws
    -> ExplainedPing.Field
  {
    let ping = try #require(SampleRun.pings(of: [url]).first)
    return try #require(PingExplainer().explain(ping).fields.first { $0.name == name })
  }

  @Test(
    "parameter values of a DCR ping are explained",
    arguments: [
      ("c61", "1629966255", "2021-08-26T08:24:15Z"), ("rnd", "1629966255319", "08:24:15.319Z"),
      ("fp_id", "a2nfmy17lyvkhlxqstvmgypqly90m1629966210", "Made at 2021-08-26T08:23:30Z"),
      ("cr", "4_00_99_D1_00000", "DCR, breakout 00; time shift 99: unknown"),
      ("cr", "4_00_99_D1_00000", "timer of segment 1; no minute with at least 30 s"),
      ("sdd", "retry,0~~retryreason,~~devmodel,iPhone9,4", "devmodel iPhone9,4"),
      ("c3", "a", "advertisement"), ("c16", "ai.8.1.0", "iOS app"), ("davty", "1", "duration"),
    ]
  )
  func decoded(_ name: String, _ value: String, _ words: String) throws {
    let field = try field(name)
    #expect(field.value.hasPrefix(value) && field.meaning.contains(words))
    #expect(field.isValid && field.finding == nil && field.title != nil)
  }

  @Test(
    "patterns, quarter hours and payloads are explained",
    arguments: [
      ("cr", "_D2_", "DTVR, breakout 00"), ("cr", "_D2_", "segment 2; all minutes"),
      ("cr", "_D3_", "at least 30 s in minutes 1, 2"),
      ("cr", "_Q40_", "quarter hour 40 (from 10:00"),
      ("tp", "/trans", "6 payloads: 1: DATA, FD "),
      ("id3", "/tsv", "at 36000 s, 2023-11-14T18:00:00Z"),
      ("ca", "_D2_", "Final Distributor"), ("c27", "_D2_", "5 min."),
    ]
  )
  func broadcast(_ name: String, _ mark: String, _ words: String) throws {
    let urls = try SampleRun.urls("linear-pause")
    let url = try #require(urls.first { $0.contains(mark) }, "\(urls)")
    let meaning = try field(name, url).meaning
    #expect(meaning.contains(words), "\(meaning)")
  }

  @Test("a finding is attached to its parameter")
  func finding() throws {
    let field = try field("c27", PublishedPing.url.setting("c27", "17"))
    #expect(!field.isValid)
    #expect(field.finding?.contains("17 s spent, but only 15 s elapsed") == true)
    #expect(try self.field("moon", PublishedPing.url + "&moon=1").isValid)
  }

  @Test("the key and the value of a parameter are separated")
  func keys() throws {
    #expect(try field("c27").key == "cln" && field("c27").value == "15")
    #expect(try field("davty").key == nil && field("cg").value == "Play > Webbtv > Nyheter")
  }
}
