import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("a time without a network that has passed")
struct OfflineTests {
  private let transport = ScriptedTransport()
  private let log = ProblemLog()

  private func delivery(_ settings: PingDelivery.Settings = .init()) -> PingDelivery {
    let queue = PingQueue(.memory, appID: "app", clock: HastyClock(), onProblem: log.add)
    return PingDelivery(
      queue: queue,
      transport: transport,
      settings: settings,
      random: RandomSource(seed: 0)
    )
  }

  @Test("the oldest ping has the number of its attempts, and all pings of that time are sent later")
  func attempts() async throws {
    let ping = try #require(SamplePing.session())
    let delivery = delivery()
    delivery.queue.add([ping, ping])
    let start = ping.createTime
    delivery.passOffline(from: start - 5, to: start + 10)
    await delivery.drain()
    await delivery.stop()
    // At 0, 1, 3 and 7 s, each wait a little longer.
    #expect(transport.urls.count == 2)
    #expect(transport.urls[0].contains("sdd=retry,4~~retryreason,offline~~"))
    #expect(transport.urls[1].contains("sdd=retry,0~~retryreason,~~"))
    for url in transport.urls {
      #expect(url.contains("c61=createtm,\(start)&"))
      #expect(url.contains("c62=sendTime,\(start + 10)&"))
    }
    #expect(log.codes == [.api(.networkConnectionFailure), .log(.failedSendHttpRequest)])
  }

  @Test("nothing is noted where nothing waits, or no time has passed", arguments: [0, 1])
  func nothing(_ seconds: Int64) async throws {
    let ping = try #require(SamplePing.session())
    let delivery = delivery()
    if seconds == 0 { delivery.queue.add([ping]) }
    delivery.passOffline(from: ping.createTime, to: ping.createTime + seconds)
    delivery.passOffline(from: .max, to: .min)
    await delivery.drain()
    await delivery.stop()
    #expect(transport.urls.allSatisfy { $0.contains("sdd=retry,0~~retryreason,~~") })
    #expect(log.codes.isEmpty)
  }

  @Test("the waits are those of the configuration")
  func configuration() async throws {
    var configuration = EngineConfiguration()
    configuration.queue.firstDelaySeconds = 100
    configuration.queue.maxDelaySeconds = 100
    let settings = PingDelivery.Settings(configuration)
    let ping = try #require(SamplePing.session())
    let delivery = delivery(settings)
    delivery.queue.add([ping])
    delivery.passOffline(from: ping.createTime, to: ping.createTime + 240)
    await delivery.drain()
    await delivery.stop()
    #expect(transport.urls[0].contains("sdd=retry,3~~retryreason,offline~~"))
  }

  @Test("all settings of the configuration count")
  func settings() {
    var configuration = EngineConfiguration()
    var queue = configuration.queue
    (queue.limit, queue.firstDelaySeconds, queue.maxDelaySeconds) = (7, 2, 60)
    (queue.timeoutSeconds, queue.checkpointSeconds) = (3, 20)
    configuration.queue = queue
    configuration.refusedHosts = ["a.example"]
    let settings = PingDelivery.Settings(configuration)
    #expect(settings.refusedHosts == ["a.example"])
    #expect(settings.queue.limit == 7 && settings.queue.checkpointInterval == 20_000)
    #expect(settings.firstDelay == 2000 && settings.longestDelay == 60_000)
    #expect(settings.timeout == 3000)
    let standard = PingDelivery.Settings(EngineConfiguration())
    let (plain, other) = (PingDelivery.Settings(), standard)
    #expect(plain.firstDelay == other.firstDelay && plain.longestDelay == other.longestDelay)
    #expect(plain.timeout == other.timeout && plain.queue.limit == other.queue.limit)
    #expect(plain.queue.checkpointInterval == other.queue.checkpointInterval)
  }

  @Test("pings of an engine that was lost say so at once")
  func recovered() async throws {
    let ping = try #require(SamplePing.session())
    let delivery = delivery()
    let time = ping.createTime + 70
    delivery.queue.commit(PingJournalEntry(instance: "a", pings: [ping], recoveryTime: time))
    await delivery.drain()
    await delivery.stop()
    #expect(transport.urls.first?.contains("sdd=retry,0~~retryreason,recovered~~") == true)
    #expect(transport.urls.first?.contains("c62=sendTime,\(time)&") == true)
    #expect(ping.recovered.url.contains("sdd=retry,0~~retryreason,recovered~~"))
    #expect(ping.recovered["sdd"]?.hasPrefix("retry,0~~retryreason,recovered~~devmodel,") == true)
  }
}
