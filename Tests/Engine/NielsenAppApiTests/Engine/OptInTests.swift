import Testing

@testable import NielsenAppApi

/// "The data ping will be marked as opted-out ping" (iOS SDK API Reference). This also applies when
/// the user opts back in before the ping is due.
@Suite("opting back in")
struct OptInTests {
  private static let out = OptOutTests.out
  private static let back = OptOutTests.back

  /// An engine whose user is opted out from the start.
  private static func bench(_ change: (inout EngineEnvironment) -> Void = { _ in }) -> Bench {
    let bench = Bench(appInfo: Bench.appInfo, change)
    bench.api.userOptOut(out)
    return bench
  }

  private static func hasIDs(_ ping: Ping) -> Bool {
    ping["c9"] != "devid," || ping["fp_id"] != ""
  }

  @Test("content watched while opted out is reported with the opt-out mark and without ids")
  func content() {
    let bench = Self.bench()
    bench.begin(["type": "content", "assetid": "a"])
    bench.play(0...290)
    bench.clear()
    bench.api.userOptOut(Self.back)
    bench.play(290...300)
    let timers = bench.pings.filter { $0.type == .timer }
    #expect(timers.map { $0["c27"] } == ["cln,290", "cln,10"])
    #expect(timers.map { $0["uoo"] } == ["true", ""])
    #expect(timers.map { $0["davty"] } == ["1", "1"])
    #expect(timers.map { $0["c64"] } == ["starttm,1699984800", "starttm,1699985090"])
    #expect(timers.map(Self.hasIDs) == [false, true])
    let view = bench.pings.first { $0.type == .view }
    #expect(view?["uoo"] == "" && view.map(Self.hasIDs) == true)
    #expect(bench.pings.allSatisfy { Invariants.broken(by: $0).isEmpty })
  }

  @Test(
    "linear seconds and tags of opted-out time are reported with the opt-out mark, without ids"
  )
  func linear() {
    let bench = Self.bench()
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    bench.clear()
    bench.api.userOptOut(Self.back)
    #expect(bench.pings.map(\.product) == [.id3, .dtvr])
    #expect(bench.pings.allSatisfy { $0["uoo"] == "true" && !Self.hasIDs($0) })
    #expect(bench.pings.last?["c27"] == "cln,100")
    bench.clear()
    bench.play(100...130, tag: Bench.everyTen)
    bench.api.end()
    #expect(bench.dtvr.map { $0["c27"] } == ["cln,30"])
    #expect(bench.pings.allSatisfy { $0["uoo"] == "" && Self.hasIDs($0) })
  }

  @Test("on the tag clock, the first tag after opting in does not count earlier seconds")
  func tagClock() {
    let bench = Self.bench()
    bench.begin()
    for second in stride(from: 0, through: 60, by: 10) {
      bench.elapsed = Int64(second)
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
    bench.elapsed = 66
    bench.api.userOptOut(Self.back)
    bench.clear()
    for second in stride(from: 70, through: 90, by: 10) {
      bench.elapsed = Int64(second)
      bench.api.sendID3(SamplePayload.distributorTag(second))
    }
    bench.api.end()
    #expect(bench.durations.count == 1)
    #expect(bench.dtvr.last?["c27"] == "cln,24")
  }

  @Test(
    "tags that arrive in a pause while opted out are reported with the opt-out mark, without ids"
  )
  func heldTags() {
    let bench = Self.bench()
    bench.begin()
    bench.play(0...20, tag: Bench.everyTen)
    bench.api.stop()
    bench.api.sendID3(SamplePayload.distributorTag(30))
    bench.clear()
    bench.api.userOptOut(Self.back)
    let raw = bench.pings.filter { $0.product == .id3 }
    #expect(raw.map { $0["tp"] } == [SamplePayload.distributorTag(30)])
    #expect(bench.pings.allSatisfy { $0["uoo"] == "true" && !Self.hasIDs($0) })
  }

  @Test(
    "a page viewed while opted out is reported with the opt-out mark, without ids, and continues"
  )
  func page() {
    let bench = Self.bench()
    bench.api.loadMetadata(["type": "static", "section": "news"])
    bench.elapsed += 100
    bench.api.userOptOut(Self.back)
    bench.elapsed += 50
    bench.api.staticEnd()
    let timers = bench.pings.filter { $0.type == .timer }
    #expect(timers.map { $0["c27"] } == ["cln,100", "cln,50"])
    #expect(timers.map { $0["uoo"] } == ["true", ""])
    #expect(timers.map(Self.hasIDs) == [false, true])
    #expect(timers.map { $0["davty"] } == ["1", "2"])
  }

  @Test("ads watched while opted out are not counted with content watched later")
  func ads() {
    let bench = Self.bench()
    bench.begin(["type": "content", "assetid": "a"])
    bench.api.loadMetadata(["type": "preroll", "assetid": "ad"])
    bench.play(0...15)
    bench.api.stop()
    bench.api.userOptOut(Self.back)
    bench.clear()
    bench.api.loadMetadata(["type": "content", "assetid": "a"])
    bench.play(0...20)
    bench.api.end()
    let timer = bench.pings.last
    #expect(timer?["c51"] == "adl,0" && timer?["c52"] == "noad,0")
  }

  @Test("minutes watched while opted out do not count for a quarter hour")
  func quarterHour() {
    let bench = Self.bench()
    bench.begin()
    bench.play(0...240, tag: Bench.everyTen)
    bench.api.userOptOut(Self.back)
    bench.clear()
    bench.play(240...500, tag: Bench.everyTen)
    #expect(!bench.pings.contains { $0.type == .aqh })
    bench.play(501...600, tag: Bench.everyTen)
    #expect(bench.pings.filter { $0.type == .aqh }.map { $0["uoo"] } == [""])
  }

  @Test("the viewer's actions while opted out are not reported later")
  func events() {
    let bench = Self.bench { $0.configuration.eventData.enabled = true }
    bench.begin(["type": "content", "assetid": "a"])
    bench.play(0...30)
    bench.api.stop()
    bench.elapsed += 60
    bench.api.userOptOut(Self.back)
    bench.clear()
    bench.play(31...40)
    bench.api.end()
    #expect(bench.pings.map { $0["evdata"] } == [nil, "stop,40"])
  }

  @Test("opting in makes no ping if it does not change whether the user is opted out")
  func noChange() {
    let isIn = Bench()
    let isHeld = Self.bench { $0.privacy.tracking = .authorization(.denied) }
    for bench in [isIn, isHeld] {
      bench.begin(["type": "content", "assetid": "a"])
      bench.play(0...100)
      bench.clear()
      bench.api.userOptOut(Self.back)
      #expect(bench.pings.isEmpty)
    }
  }

  @Test("an opt-out choice before the configuration arrives applies from the time of the choice")
  func queued() {
    let fetcher = ConfigurationSourceTests.Fetcher()
    let bench = Bench { $0.configurationSource = fetcher.source }
    bench.api.userOptOut(Self.out)
    bench.begin(["type": "content", "assetid": "a"])
    bench.play(0...100)
    #expect(bench.api.optOutStatus)
    bench.api.userOptOut(Self.back)
    #expect(!bench.api.optOutStatus)
    bench.play(100...120)
    bench.api.end()
    fetcher.answer(0, .success(ConfigurationSourceTests.json))
    let timers = bench.pings.filter { $0.type == .timer }
    #expect(timers.map { $0["c27"] } == ["cln,100", "cln,20"])
    #expect(timers.map { $0["uoo"] } == ["true", ""])
  }

  @Test("a stored opt-out choice applies to queued calls until another choice is queued")
  func queuedStored() {
    let store = MemoryStore()
    Bench { $0.store = store }.api.userOptOut(Self.out)
    let fetcher = ConfigurationSourceTests.Fetcher()
    let bench = Bench {
      $0.store = store
      $0.configurationSource = fetcher.source
    }
    bench.begin(["type": "content", "assetid": "a"])
    bench.play(0...100)
    bench.api.userOptOut(Self.back)
    bench.play(100...120)
    bench.api.end()
    fetcher.answer(0, .success(ConfigurationSourceTests.json))
    let timers = bench.pings.filter { $0.type == .timer }
    #expect(timers.map { $0["c27"] } == ["cln,100", "cln,20"])
    #expect(timers.map { $0["uoo"] } == ["true", ""])
  }

  @Test("if the user is opted out when the configuration arrives, pings are marked and have no ids")
  func queuedOut() {
    let fetcher = ConfigurationSourceTests.Fetcher()
    let bench = Bench { $0.configurationSource = fetcher.source }
    bench.begin(["type": "content", "assetid": "a"])
    bench.play(0...100)
    bench.api.userOptOut(Self.out)
    fetcher.answer(0, .success(ConfigurationSourceTests.json))
    #expect(bench.pings.map(\.type) == [.session, .view, .timer])
    #expect(bench.pings.allSatisfy { $0["uoo"] == "true" })
  }
}
