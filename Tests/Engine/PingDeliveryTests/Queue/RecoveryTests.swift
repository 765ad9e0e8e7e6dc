import NielsenAppApi
import Synchronization
import Testing

@testable import PingDelivery

@Suite("recovery of pings after a crash")
struct RecoveryTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func open() -> PingQueue {
    PingQueue(folder.path, appID: "app", clock: HastyClock())
  }

  private func urls(_ queue: PingQueue) async -> [String] {
    let transport = ScriptedTransport()
    let delivery = PingDelivery(
      queue: queue,
      transport: transport,
      random: RandomSource(seed: 0)
    )
    await delivery.drain(failures: 1)
    queue.stores.forEach { $0.release() }
    return transport.urls
  }

  @Test("the latest checkpoint of a process that has ended is sent with the reason recovered")
  func recovered() async throws {
    let ping = try #require(SamplePing.session())
    do {
      let queue = open()
      for pings in [[SamplePing.make(1)], [ping, SamplePing.make(2)]] {
        queue.commit(PingJournalEntry(instance: "i", pings: [], checkpoint: .replaced(pings)))
      }
      #expect(queue.counts.waiting == 0)
    }
    let queue = open()
    #expect(queue.counts == (2, 0))
    let urls = await urls(queue)
    #expect(urls.count == 2)
    #expect(urls[0].contains("sdd=retry,0~~retryreason,recovered~~"))
    #expect(urls[1] == SamplePing.make(2).url)
    #expect(open().counts == (0, 0))
  }

  @Test(
    "turning first-party ids off removes the id from waiting pings and checkpoints",
    arguments: [("true", false), ("false", true), ("no", true)]
  )
  func withdrawn(_ flag: String, _ isWiped: Bool) async throws {
    let ping = try #require(SamplePing.session())
    let id = try #require(ping["fp_id"])
    do {
      let queue = open()
      queue.commit(
        PingJournalEntry(instance: "i", pings: [ping], checkpoint: .replaced([ping]))
      )
      var environment = EngineEnvironment.offline(seed: 2)
      environment.journal = queue
      let appInfo = ["appid": "app", "enableFpid": flag]
      _ = NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment)
    }
    // The URLs are those of the waiting ping, the session ping of the second start, and the recovered ping.
    let urls = await urls(open())
    #expect(urls.map { $0.contains(id) } == [!isWiped, false, !isWiped])
    let blank = urls.filter { $0.contains("fp_id=&fp_cr_tm=&fp_acc_tm=&fp_emm_tm=&") }
    #expect(blank.count == (isWiped ? 3 : 0))
    #expect(urls[2].contains("sdd=retry,0~~retryreason,recovered~~"))
  }

  @Test("checkpoints of a running process and closed checkpoints are not sent")
  func alive() {
    let alive = open()
    alive.commit(
      PingJournalEntry(instance: "a", pings: [], checkpoint: .replaced([SamplePing.make(1)]))
    )
    do {
      let closed = open()
      for pings in [[SamplePing.make(2)], []] {
        closed.commit(PingJournalEntry(instance: "b", pings: [], checkpoint: .replaced(pings)))
      }
    }
    #expect(open().counts == (0, 0))
    withExtendedLifetime(alive) {}
  }

  @Test("processes with equal instance names do not change each other's checkpoints")
  func sameName() async {
    for number in 1...2 {
      let queue = open()
      queue.commit(
        PingJournalEntry(instance: "i", pings: [], checkpoint: .replaced([SamplePing.make(number)]))
      )
      if number == 2 {
        queue.commit(PingJournalEntry(instance: "i", pings: [], checkpoint: .replaced([])))
      }
    }
    #expect(await urls(open()).compactMap(SamplePing.number) == [1])
  }

  @Test("each of several instances has its own checkpoint")
  func instances() async {
    do {
      let queue = open()
      for (instance, number) in [("a", 1), ("b", 2), ("a", 3)] {
        queue.commit(
          PingJournalEntry(
            instance: instance,
            pings: [],
            checkpoint: .replaced([SamplePing.make(number)])
          )
        )
      }
    }
    #expect(await urls(open()).compactMap(SamplePing.number).sorted() == [2, 3])
  }
}
