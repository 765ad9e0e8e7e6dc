import Testing

@testable import PingDelivery

@Suite("waking the sender")
struct ArrivalsTests {
  @Test("a signal that came before is not missed, and several count once")
  func before() async {
    let arrivals = Arrivals()
    arrivals.signal()
    arrivals.signal()
    await arrivals.wait()
    let waiter = Task { await arrivals.wait() }
    arrivals.signal()
    await waiter.value
  }

  @Test("a task that is cancelled does not wait, and spoils nothing for the next")
  func cancelled() async {
    let arrivals = Arrivals()
    let waiter = Task { await arrivals.wait() }
    waiter.cancel()
    await waiter.value
    arrivals.signal()
    await arrivals.wait()
  }
}
