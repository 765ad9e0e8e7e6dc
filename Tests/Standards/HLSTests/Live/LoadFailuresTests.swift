import Testing

@testable import HLS

@Suite struct LoadFailuresTests {
  private static func failures(_ count: Int) -> LoadFailures {
    var failures = LoadFailures()
    for _ in 0..<count { failures.add() }
    return failures
  }

  @Test(
    "the next load follows within 4.1 s only after one to three failures in a row",
    arguments: [(0, 10.0), (1, 4.1), (2, 4.1), (3, 4.1), (4, 10), (1000, 10)]
  )
  func delays(count: Int, expected: Double) {
    #expect(Self.failures(count).delay(usually: 10) == expected)
    #expect(Self.failures(count).delay(usually: 0.5) == 0.5)
  }

  @Test(
    "a load after one or two failures is tried only once, because another load follows soon",
    arguments: [(0, false), (1, true), (2, true), (3, false), (4, false)]
  )
  func triedOnce(count: Int, expected: Bool) {
    #expect(Self.failures(count).isNextTriedOnce == expected)
    #expect(Self.failures(count).isEmpty == (count == 0))
  }

  @Test(
    "two shortened delays together take more than the 8 s after which watch reports a lost feed"
  )
  func outlasting() {
    #expect(2 * LoadFailures.longestDelay > 8)
  }
}
