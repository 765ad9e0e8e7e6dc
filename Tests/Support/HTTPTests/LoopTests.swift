import CCurl
import Dispatch
import Synchronization
import Testing

@testable import HTTP

@Suite struct LoopTests {
  @Test(
    "timers fire in the order of their deadlines, and cancelled timers are removed"
  )
  func timers() {
    let start = ContinuousClock.now
    let log = Mutex<[Int]>([])
    var timers = LoopTimers()
    let order = [5, 3, 9, 1, 7, 0, 8, 2, 6, 4]
    let ids = order.map { number in
      timers.add(start + .seconds(number)) { log.withLock { $0.append(number) } }
    }
    timers.cancel(ids[1])
    timers.cancel(ids[5])
    #expect(timers.next == start + .seconds(1))
    #expect(timers.count == 8)
    while let body = timers.popDue(start + .seconds(6)) { body() }
    #expect(log.withLock { $0 } == [1, 2, 4, 5, 6])
    #expect(timers.next == start + .seconds(7))
    for number in 0..<10_000 { timers.cancel(timers.add(start + .seconds(number)) {}) }
    #expect(timers.count == 3)
  }

  @Test("jobs run in order on the network thread, and a job can add further jobs")
  func jobs() {
    let log = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    for number in 0..<100 {
      TransferLoop.shared.execute {
        LoopThread.check()
        log.withLock { $0.append(number) }
        if number == 99 {
          TransferLoop.shared.execute { TransferLoop.shared.after(.zero) { done.signal() } }
        }
      }
    }
    #expect(done.wait(timeout: .now() + 600) == .success)
    #expect(log.withLock { $0 } == Array(0..<100))
    #expect(!LoopThread.isCurrent)
  }

  @Test("the number of cookies is limited in total and per domain")
  func cookies() async {
    let share = CookieShare()
    let counts = await withCheckedContinuation { continuation in
      TransferLoop.shared.execute {
        /// Adds `count` cookies in batches, as responses do. `host` gives the number of a cookie's host.
        func fill(_ count: Int, _ host: (Int) -> Int) {
          for start in stride(from: 0, to: count, by: CookieShare.batch) {
            share.withHandle { handle in
              for number in start..<start + CookieShare.batch {
                let cookie = "c\(number)=1; Domain=h\(host(number)).test"
                id3tap_easy_set_string(handle, CURLOPT_COOKIELIST, "Set-Cookie: " + cookie)
              }
              share.note(newCount: CookieShare.batch, on: handle)
            }
          }
        }
        fill(3000) { $0 % 100 }
        var counts = (0, 0)
        share.withHandle { counts.0 = CookieShare.lines(of: $0).count }
        fill(100) { _ in 7 }
        share.withHandle { handle in
          counts.1 = CookieShare.lines(of: handle).count { $0.contains("h7.test") }
        }
        continuation.resume(returning: counts)
      }
    }
    #expect(counts == (CookieShare.capacity, CookieShare.capacityOfDomain))
  }
}
