import NielsenTag
import Synchronization
import Testing

@testable import NielsenAppApi

/// Many threads call the engine at the same time, with valid and invalid arguments.
@Suite("many concurrent callers")
struct StressTests {
  /// Invalid arguments and some valid ones.
  private struct Hostile {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
      values[number(0..<values.count)]
    }

    mutating func text() -> String {
      pick([
        "", " ", "x", "{", "[]", "null", "\0", "{\"type\": 5}", "\u{202E}ä\u{1F600}%00",
        String(repeating: "é", count: 5000), "{\"a\": {\"a\": [1, null]}}", "nielsenappsdk://",
      ])
    }

    mutating func dictionary(_ keys: [String], _ values: [String]) -> Any {
      var dictionary: [AnyHashable: Any] = [:]
      for key in keys where number(0..<3) > 0 {
        switch number(0..<8) {
        case 0: dictionary[key] = text()
        case 1: dictionary[key] = number(-5..<5)
        case 2: dictionary[key] = [text()]
        case 3: dictionary[key] = Double.nan
        default: dictionary[key] = pick(values)
        }
      }
      switch number(0..<20) {
      case 0: return text()
      case 1: return number(-1..<2)
      case 2:
        dictionary[number(0..<9)] = "a key that is no text"
        return dictionary
      default: return dictionary
      }
    }

    mutating func position() -> Int64 {
      pick([
        0, 1, 2, -1, .min, .max, 299, 300, 999_999_999, 1_000_000_000, 1_700_000_000,
        9_999_999_999, 10_000_000_000, Int64(number(0..<1000)),
      ])
    }

    mutating func tag() -> String {
      switch number(0..<6) {
      case 0: text()
      case 1: "www.nielsen.com/" + text()
      case 2: SamplePayload.bothTag(number(0..<90_000))
      case 3: SamplePayload.infoTag(UInt16(number(0..<65_536)))
      default: SamplePayload.distributorTag(number(0..<50) * 10)
      }
    }

    mutating func call(_ sdk: BrowserSdk, _ clock: borrowing Atomic<Int64>) {
      let api = sdk.engine
      clock.add(Int64(number(0..<2000)), ordering: .relaxed)
      switch number(0..<24) {
      case 0: api.play(dictionary(["channelName", "mediaURL"], ["X", "Y"]))
      case 1: api.play()
      case 2, 3: api.loadMetadata(metadata())
      case 4...7: api.playheadPosition(position())
      case 8...10: api.sendID3(tag())
      case 11: api.stop()
      case 12: api.end()
      case 13: api.staticEnd()
      case 14: api.updateOTT(dictionary(Self.ottKeys, ["0", "1", "casting"]))
      case 15: api.userOptOut(pick(["nielsenappsdk://1", "nielsenappsdk://0", nil, text()]))
      case 16: api.trackViewability(text())
      case 17: api.advance()
      case 18: api.appDisableApi = number(0..<4) == 0
      case 19: api.debug = number(0..<2) == 0
      case 20: read(api)
      case 21: api.deliveryFailed(.init(.log(pick(LogCode.allCases)), text()))
      default: event(sdk)
      }
    }

    private static let ottKeys = [
      "ottStatus", "ottType", "ottDevice", "kGCKMetadataNlsKeyDeviceID", "kGCKMetadataNlsKeyOptout",
    ]

    private mutating func metadata() -> Any {
      dictionary(
        ["type", "assetid", "section", "length", "adModel", "vcid", "title"],
        ["content", "preroll", "static", "radio", "film", "ad", "1", "2"]
      )
    }

    private mutating func event(_ sdk: BrowserSdk) {
      switch number(0..<6) {
      case 0: sdk.ggPM("updateOTT", dictionary(Self.ottKeys, ["0", "1", "true", "casting"]))
      case 1: sdk.ggPM("updateMetadata", metadata())
      case 2: sdk.ggPM("setPlayheadPosition", pick([Double.nan, -0.5, 1e300, 7.9, 8]))
      case 3: sdk.ggPM("setVolume", number(-1..<2))
      case 4: sdk.ggPM(text(), text())
      default: sdk.ggPM("loadMetadata", metadata())
      }
    }

    private func read(_ api: NielsenAppApi) {
      _ = (api.optOutStatus, api.optOutURL, api.meterVersion, api.nielsenId, api.demographicId)
      _ = (api.deviceId, api.firstPartyId, api.vendorId, api.appDisableApi, api.debug)
      _ = (api.lastEventDict?.count, api.lastErrorDict?.count, api.receiverMetadata())
    }
  }

  /// Receives the entries in the order of the engine's lock, and reads the engine in its delegate calls.
  private final class Witness: PingJournal, NielsenAppApiDelegate {
    let checkpointInterval: Int64 = 10_000
    private let committed = Mutex<[String: [Ping]]>([:])
    private let handedOut = Mutex<[String]>([])
    private let codes = Mutex<[Int]>([])

    var pings: [String: [Ping]] { committed.withLock { $0 } }
    var urls: [String] { handedOut.withLock { $0 } }
    var errors: [Int] { codes.withLock { $0 } }

    func commit(_ entry: PingJournalEntry) {
      committed.withLock { $0[entry.instance, default: []] += entry.pings }
    }

    func take(_ ping: Ping) { handedOut.withLock { $0.append(ping.url) } }

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
      codes.withLock { $0.append(error["ErrorStatus"] as? Int ?? 0) }
      appApi.advance()
    }
  }

  private final class Clock: Sendable { let time = Atomic<Int64>(Bench.start * 1000) }

  private final class Alive: Sendable { let count = Atomic(0) }

  private static let threads = 8
  /// The number of calls on each thread.
  private static let calls = 120

  @Test(
    "for any calls from eight threads, every ping is valid, in order and made once",
    arguments: [1, 4],
    1...2 as ClosedRange<UInt64>
  )
  func callers(_ instances: Int, _ seed: UInt64) async throws {
    let (witness, clock) = (Witness(), Clock())
    var environment = EngineEnvironment.offline(seed: seed)
    environment.clock = { clock.time.load(ordering: .relaxed) }
    environment.journal = witness
    environment.onPing = { witness.take($0) }
    environment.timeShift = .answering { payload, _ in payload.utf8.last == 0x30 ? "03" : nil }
    environment.configuration.products.error = true
    environment.configuration.eventData.enabled = true
    let sdks = try (0..<instances).map { number in
      try #require(
        BrowserSdk(
          appId: Bench.appID,
          instanceName: "\(number)",
          delegate: witness,
          environment: environment
        )
      )
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<Self.threads {
        group.addTask {
          var hostile = Hostile(seed: seed &* 100 &+ UInt64(thread))
          for _ in 0..<Self.calls {
            hostile.call(sdks[hostile.number(0..<sdks.count)], clock.time)
          }
        }
      }
    }
    for sdk in sdks {
      sdk.engine.appDisableApi = false
      sdk.engine.close()
      #expect(sdk.engine.lastEventDict?["EventStatus"] as? Int == 2002)
    }
    try check(witness, instances: instances)
    // All slots are free again, and none was freed twice.
    let next = (0..<5).map { _ in
      NielsenAppApi(appInfo: Bench.appInfo, delegate: nil, environment: environment)
    }
    #expect(next.map { $0 != nil } == [true, true, true, true, false])
  }

  @Test("if many threads make instances, at most four exist at a time, and every slot is freed")
  func comingAndGoing() async {
    let alive = Alive()
    let environment = EngineEnvironment.offline(seed: 1)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<Self.threads {
        group.addTask {
          for round in 0..<50 {
            let api = NielsenAppApi(appInfo: Bench.appInfo, delegate: nil, environment: environment)
            guard let api else { continue }
            #expect(alive.count.add(1, ordering: .relaxed).newValue <= 4)
            api.loadMetadata(["type": "content", "assetid": "film"])
            alive.count.subtract(1, ordering: .relaxed)
            // Some instances are closed twice, and some are just released.
            if (thread + round) % 2 == 0 {
              api.close()
              api.close()
            }
          }
        }
      }
    }
    let last = (0..<5).map { _ in
      NielsenAppApi(appInfo: Bench.appInfo, delegate: nil, environment: environment)
    }
    #expect(last.map { $0 != nil } == [true, true, true, true, false])
  }

  private func check(_ witness: Witness, instances: Int) throws {
    let committed = witness.pings
    #expect(committed.count == instances)
    // The run must have measured several products.
    #expect(Set(committed.values.joined().map(\.product)).count >= 4)
    #expect(committed.values.joined().map(\.url).sorted() == witness.urls.sorted())
    #expect(Set(witness.errors).isSubset(of: Set(LogCode.allCases.map(\.rawValue)).union([1004])))
    for pings in committed.values {
      #expect(pings.filter { $0.product == .session }.count == 1)
      #expect(pings.first?.product == .session)
      // The pings are committed in the order in which they were made.
      let order = pings.compactMap { Int64($0["rnd"] ?? "") }
      #expect(order.count == pings.count && order == order.sorted())
      #expect(Set(order).count == order.count)
      // URLs are unique only within an instance: two opted-out instances may make the same URL at the same time.
      #expect(Set(pings.map(\.url)).count == pings.count)
      for ping in pings {
        let broken = Set(Invariants.broken(by: ping)).subtracting(Self.adversarial)
        #expect(broken.isEmpty, "\(broken) in \(ping.url)")
      }
      try checkSessions(pings)
    }
  }

  /// The invariants that hold only for real players, with a clock that fits the playheads and texts
  /// that are not too long.
  private static let adversarial: Set<String> = [
    "time-fits-clock", "url-length", "ad-time-exact", "static-time", "rnd-is-creation",
  ]

  /// Checks that a content session ends at most once and has no ping after its end.
  private func checkSessions(_ pings: [Ping]) throws {
    var ended: Set<String> = []
    for ping in pings where ping.product == .dcr && ping["c3"] == "st,c" {
      let id = try #require(ping["c59"])
      #expect(!ended.contains(id), "content continues after its end: \(ping.url)")
      if ping["davty"] == "2" { ended.insert(id) }
    }
  }
}
