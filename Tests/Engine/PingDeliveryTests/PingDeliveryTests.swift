import HTTP
import LoopbackCollector
import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("delivery of pings")
struct PingDeliveryTests {
  @Test("pings of an engine are sent while it runs, after earlier pings")
  func engine() async throws {
    let folder = try Folder()
    let collector = try await LoopbackCollector()
    let store = folder.path
    PingQueue(store, appID: "app").add([SamplePing.make(1)])
    let delivery = PingDelivery(to: try Collector(collector.url), store: store, appID: "app")
    delivery.start()
    var environment = EngineEnvironment.offline(seed: 1)
    environment.journal = delivery.queue
    let api = try #require(
      NielsenAppApi(appInfo: ["appid": "app"], delegate: nil, environment: environment)
    )
    let uris = await collector.requests(2).map(\.uri)
    #expect(uris[0] == "/d?n=1")
    #expect(uris[1].hasPrefix("/cgi-bin/gn?prd=session&"))
    api.close()
    await delivery.drain()
    #expect(delivery.summary == PingDelivery.Summary(sent: 2))
    await delivery.stop()
    try await collector.stop()
  }

  @Test("pings that cannot be sent wait for the next start")
  func waits() async throws {
    let folder = try Folder()
    let store = folder.path
    let log = ProblemLog()
    let gone = try await LoopbackCollector()
    try await gone.stop()
    let first = PingDelivery(
      queue: PingQueue(store, appID: "app", clock: HastyClock(), onProblem: log.add),
      transport: HTTPTransport(collector: try WebAddress(contacting: gone.url), settings: .init()),
      random: RandomSource(seed: 0)
    )
    first.queue.add([SamplePing.make(1), SamplePing.make(2)])
    await first.drain()
    await first.pause()
    #expect(first.summary == PingDelivery.Summary(waiting: 2))
    await first.stop()
    #expect(log.codes.first == .api(.networkConnectionFailure))
    #expect(
      log.codes.dropFirst() == [
        .log(.failedSendHttpRequest), .log(.failedSendHttpRequest), .log(.failedSendHttpRequest),
      ]
    )
    let collector = try await LoopbackCollector()
    let second = PingDelivery(to: try Collector(collector.url), store: store, appID: "app")
    second.start()
    #expect(await collector.requests(2).map(\.uri) == ["/d?n=1", "/d?n=2"])
    await second.stop()
    try await collector.stop()
  }

  @Test("stop waits for the answer to a request in progress, and the ping is sent only once")
  func stopping() async throws {
    let folder = try Folder()
    let store = folder.path
    PingQueue(store, appID: "app").add((0..<50).map { SamplePing.make($0) })
    let collector = try await LoopbackCollector()
    for _ in 0..<5 {
      let delivery = PingDelivery(to: try Collector(collector.url), store: store, appID: "app")
      delivery.start()
      _ = await collector.requests(min(collector.requests.count + 3, 50))
      await delivery.stop()
    }
    let last = PingDelivery(to: try Collector(collector.url), store: store, appID: "app")
    await last.drain()
    await last.stop()
    #expect(try folder.names == ["app.owners", "app.sqlite", "app.sqlite.lock"])
    #expect(collector.uris.compactMap(SamplePing.number) == Array(0..<50))
    try await collector.stop()
  }
}
