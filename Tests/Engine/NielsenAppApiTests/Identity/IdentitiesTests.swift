import Synchronization
import Testing

@testable import NielsenAppApi

@Suite("identities")
struct IdentitiesTests {
  @Test("ids have the documented formats")
  func forms() {
    let bench = Bench { $0.device = DeviceProfile() }
    let first = bench.api.firstPartyId
    #expect(first.count == 39)
    #expect(first.hasSuffix(String(Bench.start)))
    #expect(first.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) })
    let vendor = bench.api.vendorId
    #expect(vendor.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
    #expect(vendor == vendor.uppercased())
    #expect(vendor.split(separator: "-")[2].first == "4")
    #expect(bench.api.deviceId.count == 64)
    let session = bench.pings[0]["sessionId"] ?? ""
    #expect(session.count == 39)
    #expect(session != first)
  }

  @Test("the device id is the SHA-256 of the profile's id, or empty if the profile's id is empty")
  func deviceID() {
    #expect(
      Bench().api.deviceId == "03204de92e11fc8c528139be419065920eb83dbff1a4663bbea455aa6e9702bd"
    )
    #expect(Bench { $0.device = DeviceProfile(id: "") }.api.deviceId == "")
  }

  @Test("a second engine with the same store has the same ids but another session id")
  func stored() {
    let store = MemoryStore()
    let benches = (1...2).map { seed in
      Bench {
        $0.store = store
        $0.random = RandomSource(seed: UInt64(seed))
        $0.device = DeviceProfile()
      }
    }
    #expect(benches[0].api.firstPartyId == benches[1].api.firstPartyId)
    #expect(benches[0].api.vendorId == benches[1].api.vendorId)
    #expect(benches[0].api.deviceId == benches[1].api.deviceId)
    #expect(benches[0].pings[0]["sessionId"] != benches[1].pings[0]["sessionId"])
    let other = Bench(appInfo: ["appid": "other"]) { $0.store = store }
    #expect(other.api.vendorId != benches[0].api.vendorId)
  }

  @Test("turning first-party ids off removes the stored id and empties its parameters")
  func wiped() {
    let store = MemoryStore()
    let first = Bench { $0.store = store }.api.firstPartyId
    let off = Bench(appInfo: Bench.appInfo.merging(["enableFpid": "false"]) { $1 }) {
      $0.store = store
    }
    #expect(off.api.firstPartyId == "")
    for name in ["fp_id", "fp_cr_tm", "fp_acc_tm", "fp_emm_tm"] {
      #expect(off.pings[0][name] == "")
    }
    let again = Bench {
      $0.store = store
      $0.random = RandomSource(seed: 5)
    }
    #expect(again.api.firstPartyId != first)
  }

  @Test("a first-party id is replaced after 180 days, when an engine starts or makes a ping")
  func expired() {
    let old = StoredIdentity(
      firstPartyID: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1684432800",
      firstPartyCreated: 1_684_432_800
    )
    let limit = Int64(1_684_432_800 + 180 * 86_400)
    for (age, isKept) in [(limit - 1, true), (limit, false)] {
      let store = MemoryStore(identities: [Bench.appID: old])
      var environment = EngineEnvironment.offline(seed: 0)
      environment.store = store
      environment.clock = { age * 1000 }
      let api = NielsenAppApi(appInfo: Bench.appInfo, delegate: nil, environment: environment)
      #expect((api?.firstPartyId == old.firstPartyID) == isKept)
    }
    let bench = Bench()
    let first = bench.api.firstPartyId
    bench.begin()
    bench.elapsed = 180 * 86_400
    bench.api.play(["channelName": "Y"])
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.api.firstPartyId != first)
    #expect(bench.dtvr.first?["fp_id"] == bench.api.firstPartyId)
  }

  @Test("turning first-party ids off deletes only the first-party id from the store")
  func wipedStore() {
    let store = MemoryStore()
    let vendor = Bench { $0.store = store }.api.vendorId
    let off = Bench(appInfo: Bench.appInfo.merging(["enableFpid": "FALSE"]) { $1 }) {
      $0.store = store
    }
    var kept: StoredIdentity?
    store.update(appID: Bench.appID) { kept = $0 }
    #expect(kept?.firstPartyID == nil)
    #expect(kept?.firstPartyCreated == nil)
    #expect(off.api.vendorId == vendor)
    #expect(off.pings.first?["fp_id"] == "")
  }

  @Test("only login ids of up to 300 characters are sent in the session ping")
  func loginIDs() {
    let long = String(repeating: "a", count: 300)
    let ids = ["hem_unknown": long, "luid": long + "a"]
    let bench = Bench(appInfo: Bench.appInfo.merging(ids) { $1 })
    #expect(bench.pings.first?["hem_unknown"] == long)
    #expect(bench.pings.first?["luid"] == nil)
  }

  @Test("engines of the standard environment share the user's store, which is on disk")
  func standardStore() {
    // Reading the property does not touch any file.
    #expect(EngineEnvironment.standard.store === EngineEnvironment.standard.store)
    #expect(EngineEnvironment().store !== EngineEnvironment.standard.store)
    let isOnDisk = EngineEnvironment.standard.store is DirectoryStore
    #expect(isOnDisk == (DirectoryStore.standardPath != nil))
  }

  @Test("engines made without an environment share their identities")
  func standardEngine() throws {
    let store = MemoryStore()
    let ids = try EngineEnvironment.$standInStore.withValue(store) {
      try (0..<2).map { _ in
        let api = try #require(NielsenAppApi(appInfo: ["appid": "app"], delegate: nil))
        defer { api.close() }
        return [api.firstPartyId, api.vendorId, api.deviceId]
      }
    }
    #expect(ids[0] == ids[1])
    #expect(ids[0].allSatisfy { !$0.isEmpty })
  }

  @Test(
    "an invalid stored first-party id counts as absent",
    arguments: [
      ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1699984700", Int64.min),
      ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1699984700", .max),
      ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1699984801", 1_699_984_801),
      ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1699984700", 1_699_984_701),
      ("Aaaaaaaaaaaaaaaaaaaaaaaaaaaaa1699984700", 1_699_984_700),
      ("aaaaaaaaaaaaaaaaaaaaaaaaaaaa1699984700", 1_699_984_700), ("", 1_699_984_700),
    ] as [(String, Int64)]
  )
  func malformed(_ text: String, _ created: Int64) {
    let stored = StoredIdentity(firstPartyID: text, firstPartyCreated: created)
    let bench = Bench { $0.store = MemoryStore(identities: [Bench.appID: stored]) }
    #expect(bench.api.firstPartyId != text)
    #expect(Invariants.broken(by: bench.pings[0]).isEmpty)
  }

  @Test("engines started at the same time agree on their ids")
  func sideBySide() async {
    let store = MemoryStore()
    let ids = await withTaskGroup(of: String.self) { group in
      for worker in 0..<32 {
        group.addTask {
          let bench = Bench {
            $0.store = store
            $0.random = RandomSource(seed: UInt64(worker))
          }
          return bench.api.vendorId + bench.api.firstPartyId
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
  }

  @Test(
    "times in pings have ten digits, and rnd has thirteen, even if the clock starts at 0",
    arguments: [0, 946_684_800] as [Int64]
  )
  func digits(_ start: Int64) throws {
    let pings = Mutex<[Ping]>([])
    var environment = EngineEnvironment.offline(seed: 0)
    environment.clock = { start * 1000 }
    environment.onPing = { ping in pings.withLock { $0.append(ping) } }
    _ = NielsenAppApi(appInfo: Bench.appInfo, delegate: nil, environment: environment)
    let ping = try #require(pings.withLock { $0.first })
    for name in ["fp_cr_tm", "fp_acc_tm"] { #expect(ping[name] == DecimalTime.tenDigits(start)) }
    #expect(ping["rnd"]?.count == 13)
    #expect(Invariants.broken(by: ping).isEmpty)
  }

  @Test("a seed gives the expected random digits on every machine")
  func seeded() {
    let source = RandomSource(seed: 0)
    #expect(source.text(of: "0123456789", count: 8) == "84091317")
  }
}
