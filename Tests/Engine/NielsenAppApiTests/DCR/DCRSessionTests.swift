import Testing

@testable import NielsenAppApi

@Suite("sessions of content and ads")
struct DCRSessionTests {
  static func content(_ id: String) -> [String: String] { ["type": "content", "assetid": id] }
  static func ad(_ id: String, _ type: String = "midroll") -> [String: String] {
    ["type": type, "assetid": id]
  }

  /// The asset, kind, segment, seconds, ads and `davty` of a ping.
  static func line(_ ping: Ping) -> String {
    let code = ping["cr"]?.split(separator: "_")[3] ?? ""
    func number(_ name: String) -> Substring { ping[name]?.split(separator: ",").last ?? "" }
    return "\(ping["ai"] ?? "") \(code) \(number("c27")) \(number("c51"))/\(number("c52")) "
      + (ping["davty"] ?? "")
  }

  static func lines(_ bench: Bench) -> [String] {
    bench.pings.filter { $0.product == .dcr }.map(line)
  }

  static func sessions(_ bench: Bench) -> [String?] {
    bench.pings.filter { $0.product == .dcr }.map { $0["c59"] }
  }

  @Test("new content ends the current content and gets a new session id")
  func otherContent() {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.play(0...10)
    bench.api.loadMetadata(Self.content("b"))
    bench.play(0...10)
    bench.api.end()
    #expect(
      Self.lines(bench) == ["a V1 0 0/0 0", "a D1 10 0/0 1", "b V1 0 0/0 0", "b D1 10 0/0 2"]
    )
    let ids = Self.sessions(bench)
    #expect(ids[0] == ids[1] && ids[1] != ids[2] && ids[2] == ids[3])
  }

  @Test("at a channel change, content is closed and its timer is marked as the last of the session")
  func channel() {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.play(0...10)
    bench.api.play(["channelName": "Y"])
    #expect(Self.lines(bench).last == "a D1 10 0/0 2")
    bench.api.playheadPosition(11)
    #expect(Self.lines(bench).count == 2)
  }

  @Test("new metadata of the same content appears in later pings")
  func update() {
    let bench = Bench()
    bench.begin(Self.content("a").merging(["title": "old"]) { $1 })
    bench.play(0...10)
    bench.api.loadMetadata(Self.content("a").merging(["title": "new"]) { $1 })
    bench.play(10...20)
    bench.api.end()
    #expect(bench.pings.dropFirst().map { $0["tl"] } == ["old", "new"])
    #expect(Self.lines(bench).last == "a D1 20 0/0 2")
  }

  @Test("content without an id, and audio, are not measured", arguments: ["content", "radio"])
  func notMeasured(_ type: String) {
    let bench = Bench()
    bench.begin(["type": type])
    bench.play(0...10)
    bench.api.loadMetadata(["type": "radio", "assetid": "r"])
    bench.play(0...10)
    bench.api.end()
    #expect(bench.pings.map(\.type) == [.session])
    #expect(bench.errors.isEmpty)
  }

  @Test("playheads before the metadata are not measured")
  func late() {
    let bench = Bench()
    bench.api.play(["channelName": "X"])
    bench.play(0...10)
    bench.api.loadMetadata(Self.content("a"))
    bench.play(11...20)
    bench.api.end()
    #expect(Self.lines(bench) == ["a V1 0 0/0 0", "a D1 9 0/0 2"])
  }

  // MARK: - Ads

  @Test(
    "content continues after an ad at the same position, and the content's timer counts the ads"
  )
  func midroll() {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.play(0...10)
    for id in ["x", "y"] {
      bench.api.loadMetadata(Self.ad(id))
      bench.play(0...5)
    }
    bench.api.loadMetadata(Self.content("a"))
    bench.play(10...20)
    bench.api.end()
    #expect(
      Self.lines(bench) == [
        "a V1 0 0/0 0", "x V1 0 0/0 0", "x D1 5 5/1 1", "y V1 0 0/0 0", "y D1 5 5/1 1",
        "a D1 20 10/2 2",
      ]
    )
    #expect(Set(Self.sessions(bench)).count == 1)
  }

  @Test("an ad counts only if it has a playhead")
  func counted() {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.play(0...10)
    bench.api.loadMetadata(Self.ad("never"))
    bench.api.loadMetadata(Self.ad("short"))
    bench.api.playheadPosition(0)
    bench.api.loadMetadata(Self.content("a"))
    bench.play(10...20)
    bench.api.end()
    #expect(Self.lines(bench).last == "a D1 20 0/1 2")
  }

  @Test("ads are counted once, in the first timer of content after the ads")
  func reset() {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.api.loadMetadata(Self.ad("x", "preroll"))
    bench.play(0...15)
    bench.api.loadMetadata(Self.content("a"))
    bench.play(0...310)
    bench.api.end()
    #expect(Self.lines(bench).suffix(2) == ["a D1 300 15/1 1", "a D2 10 0/0 2"])
  }

  @Test("an ad of more than 300 s has several segments")
  func longAd() {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.api.loadMetadata(Self.ad("x"))
    bench.play(0...310)
    bench.api.end()
    #expect(Self.lines(bench) == ["x V1 0 0/0 0", "x D1 300 300/1 1", "x D2 10 10/1 1"])
  }

  @Test(
    "a stop in an ad makes the ad's timer, and the ad can continue without a new view",
    arguments: [false, true]
  )
  func pausedAd(_ isLoadedAgain: Bool) {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.api.playheadPosition(0)
    bench.api.loadMetadata(Self.ad("x"))
    bench.play(0...10)
    bench.api.stop()
    bench.elapsed += 60
    if isLoadedAgain { bench.api.loadMetadata(Self.ad("x")) }
    bench.play(10...15)
    bench.api.stop()
    #expect(
      Self.lines(bench)
        == ["a V1 0 0/0 0", "x V1 0 0/0 0", "x D1 10 10/1 1", "x D1 5 5/1 1"]
    )
    bench.api.loadMetadata(Self.content("a"))
    bench.play(0...5)
    bench.api.end()
    #expect(Self.lines(bench).last == "a D1 5 15/1 2")
  }

  @Test(
    "after a stop in an ad, a playhead at another position starts another ad",
    arguments: [false, true]
  )
  func podWithoutNames(_ isLoadedAgain: Bool) {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.api.loadMetadata(["type": "preroll"])
    bench.play(0...10)
    bench.api.stop()
    if isLoadedAgain { bench.api.loadMetadata(["type": "preroll"]) }
    bench.play(0...8)
    bench.api.stop()
    #expect(
      Self.lines(bench)
        == ["NA V1 0 0/0 0", "NA D1 10 10/1 1", "NA V1 0 0/0 0", "NA D1 8 8/1 1"]
    )
  }

  @Test("an ad with the same id but another type is another ad")
  func otherType() {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.api.loadMetadata(Self.ad("x", "preroll"))
    bench.play(0...5)
    bench.api.loadMetadata(Self.ad("x", "midroll"))
    bench.play(5...10)
    bench.api.end()
    #expect(
      Self.lines(bench) == ["x V1 0 0/0 0", "x D1 5 5/1 1", "x V1 0 0/0 0", "x D1 5 5/1 1"]
    )
  }

  @Test("ads before any content have a session id that the next content also uses")
  func adFirst() {
    let bench = Bench()
    bench.api.play(["channelName": "X"])
    for id in ["x", "y"] {
      bench.api.loadMetadata(Self.ad(id, "preroll"))
      bench.play(0...5)
    }
    bench.api.loadMetadata(Self.content("a"))
    bench.play(0...5)
    bench.api.end()
    #expect(Set(Self.sessions(bench)).count == 1)
    #expect(Self.lines(bench).last == "a D1 5 0/0 2")
    bench.begin(Self.content("a"))
    bench.api.playheadPosition(0)
    #expect(Set(Self.sessions(bench)).count == 2)
  }

  @Test("an ad after end belongs to the content unless play was called in between")
  func postroll() {
    for isPlayed in [false, true] {
      let bench = Bench()
      bench.begin(Self.content("a").merging(["program": "p"]) { $1 })
      bench.play(0...5)
      bench.api.end()
      if isPlayed { bench.api.play(["channelName": "X"]) }
      for id in ["x", "y"] {
        bench.api.loadMetadata(Self.ad(id, "postroll"))
        bench.play(0...5)
        bench.api.end()
      }
      #expect(Set(Self.sessions(bench)).count == (isPlayed ? 3 : 1))
      #expect(bench.pings.last?["cg"] == (isPlayed ? "" : "p"))
      #expect(Self.lines(bench).last == "y D1 5 5/1 1")
    }
  }

  @Test("an ad that is open at end is closed before its content")
  func endInAd() {
    let bench = Bench()
    bench.begin(Self.content("a"))
    bench.play(0...10)
    bench.api.loadMetadata(Self.ad("x"))
    bench.play(0...5)
    bench.api.end()
    #expect(Self.lines(bench).suffix(2) == ["x D1 5 5/1 1", "a D1 10 5/1 2"])
  }

  @Test("ads inherit all values of the content except id, title, length and full-episode flag")
  func inheritance() {
    let bench = Bench()
    bench.begin([
      "type": "content", "assetid": "a", "title": "t", "length": "9", "isfullepisode": "y",
      "program": "p", "segA": "s", "clientid": "se-910685", "mine": "m",
    ])
    bench.api.loadMetadata(["type": "ad", "segA": "own"])
    bench.api.playheadPosition(0)
    let ping = bench.pings.last
    #expect(ping?["tl"] == "")
    #expect(ping?["sd"] == "")
    #expect(ping?["c53"] == "fef,n")
    #expect(ping?["cg"] == "p")
    #expect(ping?["c32"] == "segA,own")
    #expect(ping?["ca"] == "se-910685_c01_NA")
    #expect(ping?["ai"] == "NA")
  }

  // MARK: - Events

  @Test("evdata lists the viewer's actions since the previous ping")
  func events() {
    let bench = Bench { $0.configuration.eventData.enabled = true }
    bench.begin(Self.content("a"))
    bench.play(0...10)
    bench.api.stop()
    bench.elapsed += 14
    bench.play(10...20)
    bench.api.stop()
    bench.elapsed += 15
    bench.play(20...30)
    bench.api.playheadPosition(430)
    bench.api.playheadPosition(10)
    bench.api.playheadPosition(11)
    bench.api.stop()
    bench.elapsed += 20
    bench.api.end()
    #expect(
      bench.pings.map { $0["evdata"] } == [
        nil, "play,0", "pause,20~resume,20", "forward,430~rewind,10~pause,11~stop,11",
      ]
    )
  }

  @Test("the size of evdata is bounded for a player that seeks constantly")
  func manyEvents() {
    let bench = Bench { $0.configuration.eventData.enabled = true }
    bench.begin(Self.content("a"))
    for position in 0..<5000 { bench.api.playheadPosition(Int64(position * 10)) }
    bench.play(50_000...50_010)
    bench.api.end()
    #expect((bench.pings.last?["evdata"]?.utf8.count ?? 0) < 2000)
  }

  @Test(
    "vcid and subbrand are synonyms, and an ad's own value overrides that of its content",
    arguments: ["vcid", "subbrand"],
    ["vcid", "subbrand"]
  )
  func subBrand(_ ofContent: String, _ ofAd: String) {
    let bench = Bench()
    let content = ["type": "content", "assetid": "film", ofContent: "b01"]
    bench.begin(content)
    for ad in [["assetid": "a", ofAd: "b02"], ["assetid": "b"]] {
      bench.api.loadMetadata(ad.merging(["type": "preroll"]) { $1 })
      bench.api.playheadPosition(0)
    }
    bench.api.loadMetadata(content)
    bench.api.playheadPosition(0)
    let measured = bench.pings.filter { $0.product == .dcr }
    #expect(measured.map { $0["c6"] } == ["vc,b02", "vc,b01", "vc,b01"])
    for ping in measured { #expect(Invariants.broken(by: ping).isEmpty) }
  }

  @Test("updateMetadata accepts either spelling of the sub-brand")
  func changedSubBrand() throws {
    let bench = Bench()
    let sdk = try BrowserSdkTests.make(bench)
    sdk.ggPM("loadMetadata", ["type": "content", "assetid": "film", "subbrand": "b01"])
    for second in 0...3 { sdk.ggPM("setPlayheadPosition", second) }
    sdk.ggPM("updateMetadata", ["vcid": "b02"])
    sdk.ggPM("end", 3)
    #expect(bench.pings.map { $0["c6"] } == ["vc,b01", "vc,b02"])
  }
}
