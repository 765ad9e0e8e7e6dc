import Logging
import Synchronization

@testable import NielsenAppApi

/// An engine under test, with a settable clock and a record of all its output.
final class Bench: NielsenAppApiDelegate, Sendable {
  static let start: Int64 = 1_699_984_800
  static let appID = "P00000000-0000-0000-0000-000000000000"
  static let appInfo = ["appid": appID, "appname": "id3tap", "appversion": "1.0"]

  /// One output of the engine.
  enum Output: Equatable {
    case ping(Ping)
    case event(Int)
    case error(Int)
  }

  private let clock = Mutex<Int64>(Bench.start * 1000)
  private let outputs = Mutex<[Output]>([])
  private let base = Mutex(EngineEnvironment())
  private let box = Mutex<NielsenAppApi?>(nil)

  init(
    appInfo: Any = Bench.appInfo,
    start: Int64 = Bench.start,
    _ change: (inout EngineEnvironment) -> Void = { _ in }
  ) {
    clock.withLock { $0 = start * 1000 }
    var environment = EngineEnvironment()
    environment.random = RandomSource(seed: 0)
    environment.device = DeviceProfile(id: "device-1")
    environment.instances = InstanceRegistry()
    environment.processName = "bench"
    environment.log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    change(&environment)
    base.withLock { [environment] in $0 = environment }
    let api = NielsenAppApi(appInfo: appInfo, delegate: self, environment: self.environment)
    box.withLock { $0 = api }
  }

  /// The environment of the engine, for further engines on the same bench.
  var environment: EngineEnvironment {
    var environment = base.withLock { $0 }
    environment.clock = { [weak self] in self?.clock.withLock { $0 } ?? 0 }
    environment.onPing = { [weak self] ping in self?.outputs.withLock { $0.append(.ping(ping)) } }
    return environment
  }

  /// The engine; inert if it could not be made (see ``isMade``).
  var api: NielsenAppApi { box.withLock { $0 } ?? NielsenAppApi() }
  var isMade: Bool { box.withLock { $0 != nil } }

  func drop() { box.withLock { $0 = nil } }

  /// The number of seconds since the start.
  var elapsed: Int64 {
    get { clock.withLock { $0 } / 1000 &- Self.start }
    set { clock.withLock { $0 = (Self.start &+ newValue) &* 1000 } }
  }

  func setClock(_ milliseconds: Int64) { clock.withLock { $0 = milliseconds } }

  var all: [Output] { outputs.withLock { $0 } }
  var pings: [Ping] { all.compactMap { if case .ping(let ping) = $0 { ping } else { nil } } }
  var dtvr: [Ping] { pings.filter { $0.product == .dtvr } }
  var errors: [Int] { all.compactMap { if case .error(let code) = $0 { code } else { nil } } }
  var events: [Int] { all.compactMap { if case .event(let code) = $0 { code } else { nil } } }
  var credits: [String] { dtvr.map { $0["cr"] ?? "" } }
  var durations: [String] { dtvr.filter { $0.type == .duration }.map { $0["cr"] ?? "" } }

  func clear() { outputs.withLock { $0 = [] } }

  func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
    outputs.withLock { $0.append(.event(event["EventStatus"] as? Int ?? 0)) }
  }

  func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
    outputs.withLock { $0.append(.error(error["ErrorStatus"] as? Int ?? 0)) }
  }

  // MARK: - Playing

  static let content = ["type": "content", "adModel": "1"]

  /// Calls `play` and `loadMetadata` for linear content.
  func begin(_ metadata: [String: String] = Bench.content) {
    api.play(["channelName": "X"])
    api.loadMetadata(metadata)
  }

  /// Sends the playheads of `seconds`, one per clock second, each followed by the tag that `tag` returns.
  func play(_ seconds: ClosedRange<Int>, tag: (Int) -> String? = { _ in nil }) {
    for second in seconds {
      api.playheadPosition(Int64(second))
      if let payload = tag(second) { api.sendID3(payload) }
      if second < seconds.upperBound { elapsed &+= 1 }
    }
  }

  /// A final distributor tag for every tenth second.
  static func everyTen(_ second: Int) -> String? {
    second % 10 == 0 ? SamplePayload.distributorTag(second) : nil
  }
}
