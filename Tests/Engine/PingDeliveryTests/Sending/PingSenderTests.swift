import GRDB
import NielsenAppApi
import Testing

@testable import PingDelivery

@Suite("sending pings with retries")
struct PingSenderTests {
  private let clock = HastyClock()
  private let log = ProblemLog()

  private func send(
    _ pings: [Ping],
    _ answers: [TransportAnswer],
    failures: Int = 100
  ) async -> (urls: [String], counts: PingDelivery.Summary) {
    let queue = PingQueue(nil, appID: "app", clock: clock, onProblem: log.add)
    queue.add(pings)
    let transport = ScriptedTransport(answers)
    let delivery = PingDelivery(
      queue: queue,
      transport: transport,
      random: RandomSource(seed: 0)
    )
    await delivery.drain(failures: failures)
    await queue.close()
    return (transport.urls, delivery.summary)
  }

  private static let offline = TransportAnswer.failed(reason: "offline", explanation: "no answer")

  @Test("each attempt has the number of earlier attempts, the latest reason and its own time")
  func attempts() async throws {
    let ping = try #require(SamplePing.session())
    let (urls, counts) = await send(
      [ping, SamplePing.make(2)],
      [
        Self.offline, .busy(status: 503, retryAfter: nil),
        .failed(reason: "timeout", explanation: "none"),
        .failed(reason: "tls", explanation: "no"),
      ]
    )
    let waits = clock.waits
    #expect(counts == PingDelivery.Summary(sent: 2))
    #expect(urls.count == 6)
    for (attempt, reason) in ["", "offline", "http-503", "timeout", "tls"].enumerated() {
      let waited = waits.prefix(attempt).reduce(0, +)
      let sendTime = 1_699_984_800 + waited / 1000
      #expect(urls[attempt].contains("sdd=retry,\(attempt)~~retryreason,\(reason)~~devmodel,"))
      #expect(urls[attempt].contains("c62=sendTime,\(sendTime)&"))
      #expect(urls[attempt].contains("c61=createtm,1699984800&"))
    }
    // A failed ping is retried before later pings.
    #expect(urls[5] == SamplePing.make(2).url)
    for (wait, seconds) in zip(waits, [1, 2, 4, 8] as [Int64]) {
      #expect((seconds * 1000...seconds * 1200).contains(wait))
    }
  }

  @Test("a success resets the delay")
  func reset() async {
    _ = await send(
      [SamplePing.make(0), SamplePing.make(1)],
      [Self.offline, Self.offline, .received, Self.offline]
    )
    #expect(clock.waits.map { $0 / 1000 } == [1, 2, 1])
  }

  @Test("a new drain starts with the shortest delay")
  func drainAgain() async {
    let queue = PingQueue(nil, appID: "app", clock: clock)
    queue.add([SamplePing.make(0)])
    let transport = ScriptedTransport(Array(repeating: Self.offline, count: 8))
    let delivery = PingDelivery(queue: queue, transport: transport, random: RandomSource(seed: 0))
    for _ in 0..<2 { await delivery.drain(failures: 4) }
    #expect(clock.waits.map { $0 / 1000 } == [1, 2, 4, 1, 2, 4])
  }

  @Test(
    "a collector can ask for a longer delay, up to five minutes",
    arguments: [
      ("0", Int64(1000)...1200), ("17", 17_000...17_000), ("900", 300_000...300_000),
    ]
  )
  func retryAfter(_ asked: String, _ expected: ClosedRange<Int64>) async {
    _ = await send([SamplePing.make(0)], [.busy(status: 429, retryAfter: asked)])
    #expect(clock.waits.count == 1 && expected.contains(clock.waits[0]))
  }

  @Test("delays double up to five minutes, plus up to a fifth")
  func doubling() async {
    _ = await send([SamplePing.make(0)], Array(repeating: Self.offline, count: 12))
    let seconds: [Int64] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    #expect(clock.waits.count == seconds.count)
    for (wait, seconds) in zip(clock.waits, seconds) {
      #expect((seconds * 1000...seconds * 1200).contains(wait))
    }
  }

  @Test(
    "each failed attempt is reported, and a lost network once until the collector answers"
  )
  func offlineEdge() async {
    _ = await send(
      [SamplePing.make(0), SamplePing.make(1)],
      [Self.offline, Self.offline, .received, Self.offline, .busy(status: 500, retryAfter: nil)]
    )
    #expect(
      log.codes == [
        .api(.networkConnectionFailure), .log(.failedSendHttpRequest), .log(.failedSendHttpRequest),
        .api(.networkConnectionFailure), .log(.failedSendHttpRequest), .log(.failedSendPing),
      ]
    )
  }

  @Test("after a refused ping, the next ping is sent, and the refused one is counted")
  func refused() async {
    let (urls, counts) = await send(
      (0..<3).map { SamplePing.make($0) },
      [
        .refused(.failedSendPing, "the collector answered 404"),
        .refused(.failedCreateRequest, "no URL"),
      ]
    )
    #expect(urls.compactMap(SamplePing.number) == [0, 1, 2])
    #expect(
      counts
        == PingDelivery.Summary(sent: 1, refused: 2, refusal: "the collector answered 404")
    )
    #expect(log.codes == [.log(.failedSendPing), .log(.failedCreateRequest)])
    #expect(log.problems[0].description == "a ping was refused: the collector answered 404")
  }

  @Test("a refused ping is kept in the database with its explanation")
  func refusedIsKept() async throws {
    let folder = try Folder()
    let queue = PingQueue(folder.path, appID: "app", clock: clock)
    queue.add([SamplePing.make(0)])
    let transport = ScriptedTransport([.refused(.failedSendPing, "no")])
    let delivery = PingDelivery(queue: queue, transport: transport, random: RandomSource(seed: 0))
    await delivery.drain(failures: 1)
    let database = try DatabaseQueue(path: folder.file("app.sqlite"))
    let kept = try await database.read { db in
      try String.fetchAll(db, sql: "SELECT url || ' ' || explanation FROM refused")
    }
    #expect(kept == [SamplePing.make(0).url + " no"])
  }

  @Test("a drain ends after consecutive failures and keeps the waiting pings")
  func givesUp() async {
    let (urls, counts) = await send(
      [SamplePing.make(0), SamplePing.make(1)],
      [Self.offline, .received, Self.offline, Self.offline, Self.offline],
      failures: 3
    )
    #expect(urls.compactMap(SamplePing.number) == [0, 0, 1, 1, 1])
    #expect(counts == PingDelivery.Summary(sent: 1, waiting: 1))
    #expect(clock.waits.map { $0 / 1000 } == [1, 1, 2])
  }

  @Test("the number of attempts is kept when another queue opens the file")
  func attemptsLast() async throws {
    let folder = try Folder()
    let ping = try #require(SamplePing.session())
    for attempt in 0..<3 {
      let queue = PingQueue(folder.path, appID: "app", clock: clock)
      if attempt == 0 { queue.add([ping]) }
      let transport = ScriptedTransport([Self.offline])
      let delivery = PingDelivery(
        queue: queue,
        transport: transport,
        random: RandomSource(seed: 0)
      )
      await delivery.drain(failures: 1)
      let reason = attempt == 0 ? "" : "offline"
      #expect(transport.urls.count == 1)
      let url = transport.urls.first ?? ""
      #expect(url.contains("sdd=retry,\(attempt)~~retryreason,\(reason)~~"))
      // As at the end of a process, the next one gets the right to send.
      await delivery.stop()
    }
  }

  @Test("a queue without the right to send ends its drain and keeps its pings")
  func taken() async throws {
    let folder = try Folder()
    let holder = PingQueue(folder.path, appID: "app", clock: clock)
    #expect(try holder.stores[0].next() == .empty)
    let queue = PingQueue(folder.path, appID: "app", clock: clock)
    queue.add([SamplePing.make(0)])
    let transport = ScriptedTransport()
    let delivery = PingDelivery(
      queue: queue,
      transport: transport,
      random: RandomSource(seed: 0)
    )
    await delivery.drain(failures: 3)
    #expect(transport.urls.isEmpty)
    #expect(queue.counts.waiting == 1)
    withExtendedLifetime(holder) {}
  }
}
