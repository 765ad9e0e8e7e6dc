import LoopbackCollector
import NielsenAppApi
import Synchronization
import Testing

@testable import PingDelivery

/// The errors of the reference that only a sender can raise must reach the engine's delegate.
@Suite("delivery problems that reach an engine")
struct EngineProblemTests {
  /// Records the numbers of errors.
  private final class Delegate: NielsenAppApiDelegate, Sendable {
    let numbers = Mutex<[Int]>([])

    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
      guard let number = error["ErrorStatus"] as? Int else { return }
      numbers.withLock { $0.append(number) }
    }
  }

  private static func engine(
    _ queue: PingQueue,
    _ delegate: Delegate?,
    _ change: (inout EngineEnvironment) -> Void = { _ in }
  ) throws -> NielsenAppApi {
    var environment = EngineEnvironment.offline(seed: 1)
    environment.journal = queue
    change(&environment)
    return try #require(
      NielsenAppApi(appInfo: ["appid": "app"], delegate: delegate, environment: environment)
    )
  }

  private static func delivery(
    _ answers: [TransportAnswer],
    limit: Int = 300
  ) -> PingDelivery {
    var settings = PingDelivery.Settings()
    settings.configuration.queue.limit = limit
    let queue = PingQueue(nil, appID: "app", settings: settings, clock: HastyClock())
    return PingDelivery(
      queue: queue,
      transport: ScriptedTransport(answers),
      settings: settings,
      random: RandomSource(seed: 0)
    )
  }

  static let none = TransportAnswer.failed(reason: "offline", explanation: "none")

  @Test(
    "seed #295, #296, #297, #303: each cause of a failed attempt to send raises its error",
    arguments: [
      ([TransportAnswer.refused(.failedCreateRequest, "no")], [8]),
      ([none], [1001, 9]), ([none, none], [1001, 9, 9]),
      ([.busy(status: 503, retryAfter: nil)], [10]),
      ([.refused(.failedSendPing, "no")], [10]),
    ]
  )
  func answers(_ answers: [TransportAnswer], _ numbers: [Int]) async throws {
    let delivery = Self.delivery(answers)
    let delegate = Delegate()
    let api = try Self.engine(delivery.queue, delegate)
    await delivery.drain(failures: 10)
    await delivery.stop()
    #expect(delegate.numbers.withLock { $0 } == numbers)
    #expect(api.lastErrorDict?["ErrorStatus"] as? Int == numbers.last)
    #expect((api.lastErrorDict?["Error Description"] as? String)?.contains("ping") == true)
  }

  @Test("a ping dropped from a full queue raises error 10")
  func dropped() async throws {
    let delivery = Self.delivery([], limit: 1)
    let delegate = Delegate()
    let api = try Self.engine(delivery.queue, delegate)
    api.loadMetadata(["type": "content", "assetid": "a"])
    api.playheadPosition(0)
    await delivery.stop()
    #expect(delegate.numbers.withLock { $0 } == [10])
  }

  @Test("an unusable store raises error 13 in an engine that is made later")
  func store() async throws {
    let queue = PingQueue("/dev/null/x", appID: "app")
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    final class Listener: NielsenAppApiDelegate, Sendable {
      let continuation: AsyncStream<Int>.Continuation
      init(_ continuation: AsyncStream<Int>.Continuation) { self.continuation = continuation }
      func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        continuation.yield(error["ErrorStatus"] as? Int ?? 0)
      }
    }
    let listener = Listener(continuation)
    var environment = EngineEnvironment.offline(seed: 1)
    environment.journal = queue
    let api = NielsenAppApi(appInfo: ["appid": "app"], delegate: listener, environment: environment)
    #expect(await numbers.first { _ in true } == 13)
    withExtendedLifetime((api, listener)) {}
  }

  @Test("pings that cannot be sent cause only one error ping per error code")
  func errorPing() async throws {
    let delivery = Self.delivery(Array(repeating: Self.none, count: 5))
    let pings = Mutex<[Ping]>([])
    let api = try Self.engine(delivery.queue, nil) {
      $0.configuration.products.error = true
      $0.onPing = { ping in pings.withLock { $0.append(ping) } }
    }
    await delivery.drain(failures: 10)
    await delivery.stop()
    let messages = pings.withLock { $0.compactMap { $0["message"] } }
    #expect(messages == ["1001 AppApiNetworkConnectionFailure", "9 FailedSendHttpRequest"])
    api.close()
  }

  // MARK: - Kill switch

  @Test("while an engine is disabled by the kill switch, its pings stay in the queue")
  func killSwitch() async throws {
    let delivery = Self.delivery([])
    let api = try Self.engine(delivery.queue, nil)
    await delivery.drain()
    #expect(delivery.summary.sent == 1)
    api.loadMetadata(["type": "content", "assetid": "a"])
    for second in 0...20 { api.playheadPosition(Int64(second)) }
    api.appDisableApi = true
    await delivery.drain()
    #expect(delivery.summary.sent == 1)
    #expect(delivery.summary.waiting == 2)
    api.appDisableApi = false
    await delivery.drain()
    #expect(delivery.summary.sent == 3)
    await delivery.stop()
  }

  @Test("no ping is sent while an engine has no configuration")
  func failedConfiguration() async throws {
    let delivery = Self.delivery([])
    delivery.queue.add([SamplePing.make(1)])
    let json = Mutex("{")
    let delegate = Delegate()
    let api = try Self.engine(delivery.queue, delegate) {
      $0.configurationSource = .request { deliver in deliver(.success(json.withLock { $0 })) }
    }
    #expect(delegate.numbers.withLock { $0 } == [5])
    await delivery.drain()
    #expect(delivery.summary.sent == 0)
    api.appDisableApi = true
    api.appDisableApi = false
    await delivery.drain()
    #expect(delivery.summary.sent == 0)
    json.withLock { $0 = "{\"format\": 1}" }
    api.appDisableApi = true
    api.appDisableApi = false
    await delivery.drain()
    // The waiting ping and the session ping are sent.
    #expect(delivery.summary.sent == 2)
    await delivery.stop()
  }

  @Test("a configuration that fails in init prevents sending from the start")
  func failedAtStart() async throws {
    let delivery = Self.delivery([])
    delivery.queue.add([SamplePing.make(1)])
    var api: NielsenAppApi? = try Self.engine(delivery.queue, nil) {
      $0.configurationSource = .json("{")
    }
    await delivery.drain()
    #expect(delivery.summary.sent == 0)
    #expect(api?.lastErrorDict?["ErrorStatus"] as? Int == 5)
    api = nil
    await delivery.drain()
    #expect(delivery.summary.sent == 1)
    await delivery.stop()
  }

  @Test("a background sender waits until each disabled engine is enabled or has ended")
  func background() async throws {
    let collector = try await LoopbackCollector()
    let delivery = PingDelivery(to: try Collector(collector.url), store: nil, appID: "app")
    var api: NielsenAppApi? = try Self.engine(delivery.queue, nil)
    let other = try Self.engine(delivery.queue, nil) { $0.random = RandomSource(seed: 2) }
    api?.appDisableApi = true
    other.appDisableApi = true
    delivery.start()
    other.appDisableApi = false
    await delivery.drain()
    #expect(collector.uris.isEmpty)
    delivery.start()
    api = nil
    #expect(await collector.requests(2).count == 2)
    await delivery.stop()
    #expect(api == nil)
    try await collector.stop()
  }
}
