import Testing

@testable import NielsenAppApi

@Suite("the calls of the guides, in their order")
struct GuideCallTests {
  static let out = "nielsenappsdk://1"
  static let back = "nielsenappsdk://0"

  private func timers(_ pings: [Ping]) -> [String] {
    pings.filter { $0.type == .timer }.map { "\($0["c27"] ?? "") \($0["uoo"] ?? "")" }
  }

  // MARK: - Several instances

  @Test("seed #174: an opt-out choice in one instance of the app reaches the instance that plays")
  func otherInstance() throws {
    let bench = Bench()
    bench.begin(["type": "content", "assetid": "film"])
    bench.play(0...20)
    let page = try #require(
      NielsenAppApi(appInfo: Bench.appInfo, delegate: nil, environment: bench.environment)
    )
    let device = bench.api.deviceId
    page.userOptOut(Self.out)
    #expect(bench.api.optOutStatus)
    #expect(bench.api.deviceId.isEmpty && bench.api.firstPartyId.isEmpty)
    #expect(bench.api.receiverMetadata()["kGCKMetadataNlsKeyOptout"] == "true")
    bench.clear()
    bench.elapsed += 1
    bench.play(21...60)
    page.userOptOut(Self.back)
    #expect(bench.api.deviceId == device)
    bench.elapsed += 1
    bench.play(61...90)
    bench.api.end()
    #expect(timers(bench.pings) == ["cln,20 ", "cln,40 true", "cln,30 "])
    for ping in bench.pings {
      #expect((ping["c9"] == "devid,") == (ping["uoo"] == "true"))
      #expect(Invariants.broken(by: ping).isEmpty)
    }
  }

  @Test(
    "seed #174: an opt-out choice does not reach another app or a receiver in the same process"
  )
  func otherApp() throws {
    let bench = Bench()
    let sdk = try BrowserSdkTests.make(bench)
    let other = NielsenAppApi(
      appInfo: ["appid": "T00000000-0000-0000-0000-000000000000"],
      delegate: nil,
      environment: bench.environment
    )
    bench.api.userOptOut(Self.out)
    #expect(other?.optOutStatus == false)
    #expect(!sdk.engine.optOutStatus)
    sdk.engine.userOptOut(Self.back)
    #expect(bench.api.optOutStatus)
  }

  // MARK: - Use case 2

  @Test(
    "the preroll of the next program on the same channel belongs to that program",
    arguments: [true, false],
    [600, 2000]
  )
  func nextFilm(_ callsEnd: Bool, _ pause: Int64) {
    let bench = Bench()
    func load(_ type: String, _ id: String, _ program: String? = nil) {
      var metadata = ["type": type, "assetid": id]
      metadata["program"] = program
      bench.api.loadMetadata(metadata)
    }
    func run(_ type: String, _ id: String, _ seconds: ClosedRange<Int>) {
      load(type, id)
      bench.play(seconds)
      bench.api.stop()
    }
    bench.api.play(["channelName": "MyApp"])
    load("content", "film1", "first")
    bench.play(0...30)
    if callsEnd { bench.api.end() } else { bench.api.stop() }
    run("postroll", "post1", 0...15)
    let first = bench.pings.last?["c59"]
    #expect(bench.pings.last?["cg"] == "first")
    bench.elapsed += pause
    bench.clear()
    bench.api.play(["channelName": "MyApp"])
    run("preroll", "pre2", 0...15)
    run("preroll", "pre3", 0...15)
    load("content", "film2", "second")
    bench.play(0...30)
    bench.api.end()
    let next = bench.pings.filter { ["pre2", "pre3", "film2"].contains($0["ai"]) }
    #expect(next.count == 6)
    #expect(Set(next.map { $0["c59"] }).count == 1)
    #expect(next.allSatisfy { $0["c59"] != first && $0["cg"] != "first" })
  }

  // MARK: - Other screens

  @Test(
    "exactly the seconds played over AirPlay are marked in DTVR, even after a pause",
    arguments: [true, false]
  )
  func airPlay(_ pauses: Bool) {
    let bench = Bench()
    bench.begin()
    func change(_ info: [String: String], to seconds: ClosedRange<Int>) {
      if pauses { bench.api.stop() }
      bench.api.updateOTT(info)
      bench.elapsed += 1
      bench.play(seconds, tag: Bench.everyTen)
    }
    bench.play(0...150, tag: Bench.everyTen)
    change(["ottStatus": "1", "ottType": "airplay"], to: 151...200)
    change(["ottStatus": "0"], to: 201...290)
    bench.api.end()
    let durations = bench.dtvr.filter { $0.type == .duration }
    #expect(
      durations.map { "\($0["c27"] ?? "") \($0["c71"] ?? "") \($0["c72"] ?? "")" } == [
        "cln,150  ", "cln,50 ottflg,1 otttyp,airplay", "cln,90  ",
      ]
    )
    #expect(durations.map { $0["davty"] } == ["1", "1", "2"])
  }

  @Test(
    "the receiver's session ping has the sender's choice and ids",
    arguments: [
      ("", "true", "true"), ("", "false", ""), (BrowserSdkTests.digits, "false", ""),
    ]
  )
  func receiverSession(_ id: String, _ optOut: String, _ mark: String) throws {
    let bench = Bench()
    bench.clear()
    let sdk = try #require(
      BrowserSdk(appId: Bench.appID, instanceName: "r", environment: bench.environment)
    )
    sdk.ggPM("loadmetadata", ["type": "content", "assetid": "film"])
    #expect(bench.pings.isEmpty)
    sdk.ggPM("updateOTT", RelayTests.relay(id, optOut))
    for second in 0...5 { sdk.ggPM("setPlayheadPosition", second) }
    sdk.ggPM("end", 5)
    #expect(bench.pings.map(\.type) == [.session, .view, .timer])
    for ping in bench.pings {
      #expect(ping["uoo"] == mark)
      #expect(ping["c9"] == "devid,\(id)")
      #expect((ping["fp_id"] ?? "").isEmpty == id.isEmpty)
      #expect((ping["ve_id"] ?? "").isEmpty == id.isEmpty)
    }
  }

  @Test("a receiver without a sender makes its session ping before its first other ping")
  func receiverAlone() throws {
    for plays in [true, false] {
      let bench = Bench()
      bench.clear()
      let sdk = BrowserSdk(appId: Bench.appID, instanceName: "r", environment: bench.environment)
      if plays {
        sdk?.ggPM("loadmetadata", ["type": "content", "assetid": "film"])
        sdk?.ggPM("setPlayheadPosition", 0)
      }
      sdk?.engine.close()
      #expect(bench.pings.map(\.type) == (plays ? [.session, .view] : [.session]))
    }
  }

  @Test("opting out on the sender during a cast marks the receiver's later pings")
  func optOutDuringCast() throws {
    let bench = Bench()
    let sdk = try BrowserSdkTests.make(bench)
    sdk.ggPM("loadmetadata", ["type": "content", "assetid": "film"])
    let ott = ["ottStatus": "1", "ottType": "casting"]
    sdk.ggPM("updateOTT", ott.merging(bench.api.receiverMetadata()) { $1 })
    for second in 0...20 { sdk.ggPM("setPlayheadPosition", second) }
    bench.api.userOptOut(Self.out)
    sdk.ggPM("updateOTT", ott.merging(bench.api.receiverMetadata()) { $1 })
    for second in 21...50 { sdk.ggPM("setPlayheadPosition", second) }
    sdk.ggPM("end", 50)
    #expect(timers(bench.pings) == ["cln,20 ", "cln,30 true"])
    #expect(bench.pings.last?["c9"] == "devid,")
  }

  // MARK: - Arguments

  @Test(
    "seed #44, seed #188: malformed JSON raises an error and has no other effect",
    arguments: [
      #"{"type":"content","assetid":"a",}"#, #"{"type":"content","type":"preroll"}"#,
      #"{"type":"content" "assetid":"a"}"#, "{'type':'content'}", #"{"type":"content"} x"#,
      #"{"type":"content"} // x"#,
    ]
  )
  func malformed(_ text: String) {
    let lines = LogTests.Lines()
    let bench = Bench { $0.log = lines.logger(.info) }
    bench.clear()
    bench.api.loadMetadata(text)
    bench.api.playheadPosition(0)
    #expect(bench.errors == [2])
    #expect(bench.pings.isEmpty)
    #expect(lines.texts.withLock { $0 }.contains { $0.contains("error 2 FailedParseMetadata") })
    let other = Bench(appInfo: #"{"appid":"P1",}"#)
    #expect(!other.isMade && other.errors == [1007])
  }

  @Test("seed #145: if audio is not measured, a station's tags are still measured, with a warning")
  func radio() {
    let lines = LogTests.Lines()
    let bench = Bench { $0.log = lines.logger(.warning) }
    bench.begin(["type": "radio", "assetid": "station"])
    bench.play(0...90, tag: Bench.everyTen)
    bench.api.end()
    let words = "its tags are measured like those of video"
    #expect(lines.texts.withLock { $0 }.contains { $0.contains(words) })
    #expect(!bench.dtvr.isEmpty && bench.dtvr.allSatisfy { $0["rt"] == "video" })
    #expect(!bench.pings.contains { $0.product == .dcr })
  }
}
