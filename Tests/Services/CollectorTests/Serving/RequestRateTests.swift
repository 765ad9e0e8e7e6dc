import Synchronization
import Testing

@testable import Collector

@Suite("rate limit of requests")
struct RequestRateTests {
  private final class Clock: Sendable {
    let time = Mutex<Int64>(1000)

    func pass(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
  }

  private let clock = Clock()

  private func passing(_ rate: RequestRate, of count: Int) -> Int {
    (0..<count).count { _ in rate.allow() }
  }

  @Test("a burst of one second's requests may pass, and later requests pass at the rate")
  func bucket() {
    let rate = RequestRate(100) { [clock] in clock.time.withLock { $0 } }
    #expect(passing(rate, of: 150) == 100)
    clock.pass(100)
    #expect(passing(rate, of: 150) == 10)
    clock.pass(60_000)
    #expect(passing(rate, of: 150) == 100)
  }

  @Test("a clock that is set back admits no additional requests")
  func backwards() {
    let rate = RequestRate(10) { [clock] in clock.time.withLock { $0 } }
    #expect(passing(rate, of: 20) == 10)
    clock.pass(-500)
    #expect(passing(rate, of: 20) == 0)
    clock.pass(600)
    #expect(passing(rate, of: 20) == 1)
  }

  @Test("a rate of one admits one request per second")
  func slow() {
    let rate = RequestRate(1) { [clock] in clock.time.withLock { $0 } }
    #expect(passing(rate, of: 3) == 1)
    clock.pass(999)
    #expect(passing(rate, of: 3) == 0)
    clock.pass(1)
    #expect(passing(rate, of: 3) == 1)
  }
}
