import Testing

@testable import NielsenAppApi

/// Every error number of the reference is raised by an engine or, for errors that only a sender can
/// raise, reported by one.
@Suite("all errors and events")
struct EveryErrorTests {
  final class BrokenStore: IdentityStore {
    struct Unknown: Error {}
    let error: any Error
    let healthyUpdates: Int
    private let memory = MemoryStore()
    nonisolated(unsafe) private var updates = 0
    init(_ error: any Error, after healthyUpdates: Int = 0) {
      self.error = error
      self.healthyUpdates = healthyUpdates
    }
    func update(appID: String, _ change: (inout StoredIdentity) -> Void) throws {
      updates += 1
      guard updates <= healthyUpdates else { throw error }
      memory.update(appID: appID, change)
    }
  }

  static func store(_ code: IdentityStoreError.Code) -> BrokenStore {
    BrokenStore(IdentityStoreError(code: code, description: "no"))
  }

  static func raise(_ number: Int) -> Bench {
    switch number {
    case 1: return after { $0.play("{") }
    case 2: return after { $0.loadMetadata("{") }
    case 3:
      return after {
        $0.play()
        $0.sendID3("www.nielsen.com/x")
      }
    case 4:
      return Bench {
        $0.configurationSource = .request { $0(.failure(ConfigurationRequestError("no"))) }
      }
    case 5: return Bench { $0.configurationSource = .json("{") }
    case 6: return Bench { $0.configuration.pings["dcr"] = nil }
    case 7:
      return after(change: { $0.configuration.client.ci = "" }) {
        $0.loadMetadata(["type": "content", "assetid": "a"])
        $0.playheadPosition(0)
      }
    case 11:
      return after(change: { $0.timeShift = .answering { _, _ in "never" } }) {
        $0.play()
        $0.sendID3(SamplePayload.distributorTag(0))
      }
    case 13: return Bench { $0.store = store(.failed) }
    case 14:
      return after(change: { $0.store = BrokenStore(BrokenStore.Unknown(), after: 1) }) {
        $0.userOptOut("nielsenappsdk://1")
      }
    case 15:
      return after {
        $0.play()
        $0.playheadPosition(-1)
      }
    case 1002: return Bench { $0.store = store(.unwritable) }
    case 1003: return Bench { $0.store = store(.unreadable) }
    case 1004: return after { $0.play(["channelName": ""]) }
    case 1005: return Bench(appInfo: ["appid": "P", "appname": ""])
    case 1006: return Bench(appInfo: ["appid": "P", "appversion": ""])
    case 1007: return Bench(appInfo: "{")
    case 1008: return Bench { $0.store = store(.locked) }
    case 1009: return Bench { $0.store = BrokenStore(BrokenStore.Unknown()) }
    default:
      // A sender raises 8, 9, 10 and 1001. Error 12 belongs to the audio product.
      return after {
        if let code = LogCode(rawValue: number) {
          $0.deliveryFailed(.init(.log(code), "sender: no"))
        }
        if let code = AppApiErrorCode(rawValue: number) {
          $0.deliveryFailed(.init(.api(code), "sender: no"))
        }
      }
    }
  }

  static func after(
    change: (inout EngineEnvironment) -> Void = { _ in },
    _ calls: (NielsenAppApi) -> Void
  ) -> Bench {
    let bench = Bench(change)
    calls(bench.api)
    return bench
  }

  static let numbers = LogCode.allCases.map(\.rawValue) + AppApiErrorCode.allCases.map(\.rawValue)

  @Test("each error reaches the delegate", arguments: numbers)
  func delegate(_ number: Int) { #expect(Self.raise(number).errors == [number]) }

  @Test("each error is in lastErrorDict unless no instance was made", arguments: numbers)
  func last(_ number: Int) throws {
    let bench = Self.raise(number)
    #expect(bench.isMade == !(1005...1009).contains(number))
    guard bench.isMade else { return }
    let error = try #require(bench.api.lastErrorDict)
    #expect(error.count == 3)
    #expect(error["ErrorStatus"] as? Int == number)
    #expect((error["Error Description"] as? String)?.isEmpty == false)
    #expect(error["TimeStamp"] as? String == "2023-11-14 18:00:00 +0000")
  }

  @Test("an instance that is refused frees its slot")
  func slot() {
    let registry = InstanceRegistry()
    for _ in 0..<9 {
      #expect(
        !Bench {
          $0.instances = registry
          $0.store = Self.store(.locked)
        }.isMade
      )
    }
    #expect(Bench { $0.instances = registry }.isMade)
  }

  @Test("when the store fails, identities are kept in memory and the error is raised once")
  func memory() {
    let store = Self.store(.failed)
    let bench = Bench { $0.store = store }
    #expect(bench.api.firstPartyId.count == 39)
    #expect(bench.api.userOptOut("nielsenappsdk://1"))
    #expect(bench.api.optOutStatus)
    bench.api.userOptOut("nielsenappsdk://0")
    #expect(bench.errors == [13])
    let late = Bench {
      $0.store = BrokenStore(IdentityStoreError(code: .unwritable, description: "x"), after: 1)
    }
    let id = late.api.vendorId
    late.api.userOptOut("nielsenappsdk://1")
    late.api.userOptOut("nielsenappsdk://0")
    #expect(late.errors == [1002])
    #expect(late.api.vendorId == id)
  }

  @Test("a sender's errors are ignored by an inert instance and reported by a closed one")
  func reporting() {
    NielsenAppApi().deliveryFailed(.init(.log(.failedSendPing), "x"))
    let bench = Bench()
    bench.api.close()
    bench.api.deliveryFailed(.init(.log(.failedSendPing), "x"))
    #expect(bench.errors == [10])
    #expect(bench.pings.allSatisfy { $0.product == .session })
  }
}
