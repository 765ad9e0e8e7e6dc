import Testing

@testable import NielsenAppApi

@Suite("the cross-domain service")
struct EmmTests {
  static func bench(_ store: MemoryStore, start: Int64 = Bench.start) -> Bench {
    Bench(start: start) {
      $0.store = store
      $0.configuration.products.emm = true
    }
  }

  @Test("the cross-domain request is made at the start, and its host name contains the session id")
  func asked() throws {
    let bench = Self.bench(MemoryStore())
    let ping = try #require(bench.pings.first { $0.product == .emm })
    let session = try #require(bench.pings.first?["sessionId"])
    #expect(ping.url == "https://\(session).nuid.collector.invalid/")
    #expect(ping.parameters.isEmpty)
    #expect(ping.endpoint == "/")
    #expect(bench.pings.first?["fp_emm_tm"] == "")
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.dtvr.first?["fp_emm_tm"] == String(Bench.start))
  }

  @Test(
    "a second cross-domain request is made only after a day, or if the clock was set back",
    arguments: [(86_399, 0), (86_400, 1), (-100, 1)]
  )
  func daily(_ later: Int64, _ count: Int) {
    let store = MemoryStore()
    _ = Self.bench(store)
    let second = Self.bench(store, start: Bench.start + later)
    #expect(second.pings.filter { $0.product == .emm }.count == count)
  }

  @Test(
    "no cross-domain request is made for an opted-out user, or in the flavour without ids",
    arguments: [(.global, true), (.noId, false)] as [(PrivacySettings.Flavour, Bool)]
  )
  func hidden(_ flavour: PrivacySettings.Flavour, _ isLimited: Bool) {
    let bench = Bench {
      $0.configuration.products.emm = true
      $0.privacy.flavour = flavour
      $0.privacy.tracking = .limitAdTracking(isLimited)
    }
    #expect(bench.pings.map(\.product) == [.session])
  }

  @Test("without a first-party id, the time of the cross-domain request is not reported")
  func withoutID() {
    let store = MemoryStore()
    _ = Self.bench(store)
    let bench = Bench(appInfo: Bench.appInfo.merging(["enableFpid": "false"]) { $1 }) {
      $0.store = store
    }
    #expect(bench.pings.first?["fp_emm_tm"] == "")
  }

  @Test("without products.emm, no cross-domain request is made")
  func off() { #expect(Bench().pings.allSatisfy { $0.product != .emm }) }
}
