import NielsenAppApi
import Testing

@testable import PingAnalysis
@testable import Playback

@Suite("lints of single pings")
struct PingLintTests {
  private static func rules(_ url: String) -> [String] {
    guard let ping = SampleRun.pings(of: [url]).first else { return ["no ping"] }
    return PingExplainer().explain(ping).findings.map(\.rule)
  }

  @Test("the published sample ping has no findings")
  func seed() { #expect(Self.rules(PublishedPing.url) == []) }

  @Test("pings of the engine have no findings", arguments: SampleRun.scenarios)
  func engine(_ name: String) throws {
    let explainer = PingExplainer()
    let pings = SampleRun.pings(of: try SampleRun.urls(name))
    #expect(!pings.isEmpty)
    for ping in pings {
      let explained = explainer.explain(ping)
      #expect(explained.findings == [], "\(ping.url)")
      #expect(explained.fields.count == ping.parameters.count && ping.type != nil)
    }
  }

  @Test("pings that the engine makes for a video have no findings")
  func products() throws {
    var configuration = EngineConfiguration()
    configuration.products.error = true
    configuration.products.emm = true
    configuration.eventData.enabled = true
    let urls = try SampleRun.urls(duration: 400) {
      $0.configuration = configuration
      $0.metadata = ["type": "content", "assetid": "film", "adModel": "2", "title": "A & B"]
      $0.appInfo["hem_sha256"] = String(repeating: "0f", count: 32)
    }
    let pings = SampleRun.pings(of: urls)
    let products: [SentPing.Product] = [.session, .emm, .tsv, .dtvr, .id3, .dcr]
    #expect(Set(pings.map(\.product)).isSuperset(of: products))
    #expect(pings.flatMap { PingExplainer().explain($0).findings } == [])
  }

  @Test("audio pings of the engine have no findings, but a station on a video ping is reported")
  func audio() throws {
    let urls = try SampleRun.urls(duration: 400) {
      $0.configuration.products.audio = true
      $0.metadata = ["type": "radio", "assetid": "WWWW-FM", "stationType": "3"]
    }
    let stations = urls.filter { $0.contains("c17=stnid") }
    #expect(stations.count >= 3)
    for url in urls { #expect(Self.rules(url) == [], "\(url)") }
    let video = try #require(stations.first).setting("rt", "video")
    #expect(Self.rules(video) == ["other-product"])
  }

  @Test("every invariant of the dictionary has a check")
  func invariants() {
    let ids = Set(FieldDictionary.standard.invariants.map(\.id))
    #expect(ids == Set(InvariantLint.all.keys))
  }

  @Test("every pattern of the dictionary matches the example of its parameter")
  func patterns() {
    let matcher = RuleMatcher()
    for field in FieldDictionary.standard.fields {
      guard let example = field.example, !example.contains("...") else { continue }
      let value = field.key.map { String(example.dropFirst($0.count + 1)) } ?? example
      guard !value.isEmpty else { continue }
      #expect(matcher.allows(value, by: field.rule), "\(field.name)")
    }
  }

  @Test(
    "each fault of a DCR ping is found",
    arguments: [
      ("ch", "se-910686_c01_P", "client-in-channel"), ("ch", "se-910685_c02_P", "channel-key"),
      ("ca", "se-910685_c01_x", "content-asset"), ("adid", "x", "asset-twice"),
      ("fp_cr_tm", "1629966211", "fpid-suffix"), ("fp_acc_tm", "1629966209", "fpid-access"),
      ("sessionId", "yvx0rtsxydmaxueji8zgfzj0f2f1w1629966999", "session-before-ping"),
      ("c29", "16299662086458868", "player-id-time"),
      ("c59", "iqal6k21r0de8gm901kif5xznar7q1629966241", "viewing-session-before-start"),
      ("c1", String(repeating: "ab", count: 32), "same-device-id"),
      ("c30", "aa.8.1.0.0_x", "build-matches-version"), ("c62", "1629966254", "create-before-send"),
      ("c62", "1629966355", "queued-shows-retry"), ("rnd", "1629966254319", "rnd-is-creation"),
      ("c64", "1629966256", "start-before-create"), ("c27", "17", "time-fits-clock"),
      ("c51", "14", "ad-seconds"), ("c52", "2", "ad-seconds"), ("c51", "", "ad-seconds"),
      ("c52", "", "ad-seconds"), ("c27", "99999999999999999", "segment-limit"),
      ("c27", "99999999999999999999", "time-fits-clock"), ("sd", "14", "ad-within-length"),
      ("davty", "0", "view-has-no-time"), ("c27", "301", "segment-limit"),
      ("cr", "4_00_99_D1_10000", "pattern-needs-time"), ("c27", "146", "pattern-allows-time"),
      ("at", "view", "prefix-action"), ("uoo", "true", "opted-out-is-blank"),
      ("tl", "a%2520b", "double-encoding"),
      ("tl", String(repeating: "x", count: 600), "url-length"),
      ("tl", String(repeating: "x", count: 41), "too-long"), ("ai", "", "blank"),
      ("c61", "1629966255319", "bad-value"), ("c61", "soon", "bad-value"), ("c3", "x", "bad-value"),
      ("c27", "-1", "bad-value"), ("ve_id", "x", "bad-value"),
      ("cr", "2_00_99_D1_00000", "wrong-product"),
      ("prd", "dtvr", "wrong-product"), ("prd", "radio", "wrong-product"),
      ("c61", "-9223372036854775808", "bad-value"), ("c62", "9223372036854775807", "bad-value"),
    ]
  )
  func faults(_ name: String, _ value: String, _ rule: String) {
    #expect(Self.rules(PublishedPing.url.setting(name, value)).contains(rule))
  }

  @Test("missing, repeated, unknown and foreign parameters are reported")
  func parameters() {
    let url = PublishedPing.url
    #expect(Self.rules(url.removing("c61")) == ["missing"])
    #expect(Self.rules(url.removing("plugv")) == [])
    #expect(Self.rules(url.removing("c51")).contains("ad-seconds"))
    #expect(Self.rules(url.removing("c52")).contains("ad-seconds"))
    #expect(Self.rules(url + "&davty=1") == ["duplicate"])
    #expect(Self.rules(url + "&moon=1") == ["unknown"])
    #expect(Self.rules(url + "&aqhflg=1") == ["other-product"])
    #expect(Self.rules(url.replacing("c6=vc,", with: "c6=mtvr,")).contains("wrong-key"))
    #expect(Self.rules(url.replacing("c27=cln,15", with: "c27=15")).contains("wrong-key"))
    #expect(Self.rules(url.replacing("c35=adrsid,", with: "c35=adrsid")) == ["wrong-key"])
    #expect(Self.rules(url.replacing("prd=dcr&", with: "")).contains("wrong-product"))
  }

  @Test(
    "each fault of a DTVR ping is found",
    arguments: [
      ("cr", "2_00_99_S1_10000_1", "short-has-no-minute"), ("c11", "0", "forward-aggregate"),
      ("ca", "FD_X100zdCIGeIlgZnkYj6UvQ==", "null-cid-never-sent"), ("st", "dcr", "wrong-product"),
      ("cr", "2_00_99_Q40_20231114_1", "quarter-hour-flag"), ("at", "view", "prefix-action"),
      ("cr", "4_00_99_D1_11111", "wrong-product"), ("cr", "x", "bad-value"),
    ]
  )
  func broadcast(_ name: String, _ value: String, _ rule: String) throws {
    let urls = try SampleRun.urls(duration: 400)
    let url = try #require(urls.first { $0.contains("_D1_") })
    #expect(Self.rules(url) == [])
    #expect(Self.rules(url.setting(name, value)).contains(rule))
  }

  @Test("malformed tag payloads are reported")
  func payloads() throws {
    let urls = try SampleRun.urls(duration: 70)
    let raw = try #require(urls.first { $0.contains("/cgi-bin/trans") })
    let lookup = try #require(urls.first { $0.contains("/cgi-bin/tsv") })
    #expect(Self.rules(raw.setting("tp", "www.example.com")).contains("payload"))
    #expect(Self.rules(raw.setting("tp", "www.nielsen.com/a~")).contains("payload"))
    #expect(Self.rules(lookup.setting("id3", "www.nielsen.com/a")).contains("payload"))
  }
}
