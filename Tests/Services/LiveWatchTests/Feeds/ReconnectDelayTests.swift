import Testing

@testable import LiveWatch

@Suite struct ReconnectDelayTests {
  @Test("delays double from one second to thirty seconds")
  func doubling() {
    var delay = ReconnectDelay(index: 0)
    #expect((0..<8).map { _ in delay.next(deliveredFor: nil) } == [1, 2, 4, 8, 16, 30, 30, 30])
  }

  @Test(
    "a connection that delivered for a minute resets the delay, and a shorter one does not",
    arguments: [(59.0, 4.0), (60, 1)]
  )
  func healthy(seconds: Double, expected: Double) {
    var delay = ReconnectDelay(index: 0)
    _ = delay.next(deliveredFor: nil)
    _ = delay.next(deliveredFor: nil)
    #expect(delay.next(deliveredFor: seconds) == expected)
  }

  @Test("feeds reconnect at different times, because each delay is up to a fifth longer")
  func spreading() {
    let waits = (0..<20).map { index -> Double in
      var delay = ReconnectDelay(index: index)
      return delay.next(deliveredFor: nil)
    }
    #expect(Set(waits).count == 20)
    #expect(waits.allSatisfy { (1...1.2).contains($0) })
  }

  @Test("the delay does not overflow after a million failures")
  func many() {
    var delay = ReconnectDelay(index: 7)
    var last = 0.0
    for _ in 0..<1_000_000 { last = delay.next(deliveredFor: nil) }
    #expect((30...36).contains(last))
  }
}
