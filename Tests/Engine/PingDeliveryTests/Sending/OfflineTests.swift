import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("simulated offline time")
struct OfflineTests {
  private let transport = ScriptedTransport()
  private let log = ProblemLog()

  private func delivery(_ settings: PingDelivery.Settings = .init()) -> PingDelivery {
    let queue = PingQueue(nil, appID: "app", clock: HastyClock(), onProblem: log.add)
    return PingDelivery(
      queue: queue,
      transport: transport,
      settings: settings,
      random: RandomSource(seed: 0)
    )
  }

  @Test(
    "pings are sent at the end of passOffline's time, and the oldest ping reports its attempts"
  )
  func attempts() async throws {
    let ping = try #require(SamplePing.session())
    let delivery = delivery()
    delivery.queue.add([ping, ping])
    let start = ping.createTime
    delivery.passOffline(from: start - 5, to: start + 10)
    await delivery.drain()
    await delivery.stop()
    // The attempts are at 0, 1, 3 and 7 s, with slightly longer waits.
    #expect(transport.urls.count == 2)
    #expect(transport.urls[0].contains("sdd=retry,4~~retryreason,offline~~"))
    #expect(transport.urls[1].contains("sdd=retry,0~~retryreason,~~"))
    for url in transport.urls {
      #expect(url.contains("c61=createtm,\(start)&"))
      #expect(url.contains("c62=sendTime,\(start + 10)&"))
    }
    #expect(log.codes == [.api(.networkConnectionFailure), .log(.failedSendHttpRequest)])
  }

  @Test("passOffline changes no ping if none is waiting or no time has passed", arguments: [0, 1])
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

  @Test("the delays of passOffline come from the configuration")
  func configuration() async throws {
    var settings = PingDelivery.Settings()
    settings.configuration.queue.firstDelaySeconds = 100
    settings.configuration.queue.maxDelaySeconds = 100
    let ping = try #require(SamplePing.session())
    let delivery = delivery(settings)
    delivery.queue.add([ping])
    delivery.passOffline(from: ping.createTime, to: ping.createTime + 240)
    await delivery.drain()
    await delivery.stop()
    #expect(transport.urls[0].contains("sdd=retry,3~~retryreason,offline~~"))
  }

  @Test("recovered pings report the retry reason `recovered` at their first attempt")
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
