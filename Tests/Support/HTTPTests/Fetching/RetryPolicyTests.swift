import Testing

@testable import HTTP

@Suite struct RetryPolicyTests {
  @Test("maximum waits double, half of each wait is random, and the third retry is the last")
  func backoff() {
    let policy = RetryPolicy()
    let waits = (1...4).map { policy.delay(after: $0, wished: nil, random: 0.5) }
    #expect(waits == [.milliseconds(375), .milliseconds(750), .milliseconds(1500), nil])
    #expect(policy.delay(after: 1, wished: nil, random: 0) == .milliseconds(250))
  }

  @Test("a wait that the server requests is used up to 30 s, and a negative wait is ignored")
  func wished() {
    let policy = RetryPolicy()
    #expect(policy.delay(after: 1, wished: .seconds(7), random: 0.5) == .seconds(7))
    #expect(policy.delay(after: 1, wished: .seconds(3600), random: 0.5) == .seconds(30))
    // An invalid time is ignored.
    #expect(policy.delay(after: 1, wished: .seconds(-1), random: 0.5) == .milliseconds(375))
  }

  @Test("the total of all waits is limited")
  func together() {
    let policy = RetryPolicy()
    func delay(_ waited: Double, wished: Double?) -> Duration? {
      policy.delay(
        after: 1,
        wished: wished.map { .seconds($0) },
        waited: .seconds(waited),
        random: 0
      )
    }
    #expect(delay(20, wished: 15) == .seconds(10))
    #expect(delay(30, wished: 1) == nil)
    #expect(delay(29.75, wished: nil) == .milliseconds(125))
  }

  @Test("a single wait and the total of all waits have separate limits")
  func separate() {
    var policy = RetryPolicy()
    (policy.firstDelay, policy.longestDelay) = (.seconds(2), .seconds(2))
    let waits = (1...3).map {
      policy.delay(after: $0, wished: nil, waited: .seconds(20), random: 1)
    }
    #expect(waits == [.seconds(2), .seconds(2), .seconds(2)])
    policy.longestTotal = .seconds(21)
    #expect(policy.delay(after: 1, wished: nil, waited: .seconds(20), random: 1) == .seconds(1))
  }

  @Test("fixed waits are not random and ignore the server's requests", arguments: [nil, 0, 7])
  func fixed(_ wished: Double?) {
    var policy = RetryPolicy()
    (policy.spacing, policy.firstDelay, policy.maximumCount) = (.fixed, .seconds(2), 5)
    let waits = (1...6).map { number in
      policy.delay(
        after: number,
        wished: wished.map { .seconds($0) },
        waited: .seconds(2 * (number - 1)),
        random: 0.3
      )
    }
    #expect(waits == Array(repeating: .seconds(2), count: 5) + [nil])
  }

  @Test("even after 1,000 retries, a wait is at most 30 s")
  func bounded() {
    var policy = RetryPolicy()
    policy.maximumCount = 1000
    #expect(policy.delay(after: 1000, wished: nil, random: 1) == .seconds(30))
  }
}
