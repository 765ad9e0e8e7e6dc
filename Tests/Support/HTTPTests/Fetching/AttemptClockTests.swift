import Testing

@testable import HTTP

@Suite struct AttemptClockTests {
  private let start = ContinuousClock.now
  private let limits = AttemptClock.Limits(
    connect: .seconds(8),
    answer: .seconds(40),
    idle: .seconds(4),
    total: .seconds(100),
    notice: .seconds(3)
  )

  @Test("connecting, the response head and further bytes have separate timeouts")
  func phases() {
    var clock = AttemptClock(now: start)
    #expect(clock.verdict(start, limits) == .again(.seconds(1)))
    #expect(
      clock.verdict(start + .seconds(7) + .milliseconds(500), limits) == .again(.milliseconds(500))
    )
    #expect(
      clock.verdict(start + .seconds(8), limits) == .late("did not accept a connection within 8 s")
    )
    clock.note(start + .seconds(5))
    #expect(clock.verdict(start + .seconds(44), limits) == .again(.seconds(1)))
    #expect(clock.verdict(start + .seconds(45), limits) == .late("sent nothing for 40 s"))
    clock.note(start + .seconds(44))
    clock.hasAnswer = true
    #expect(clock.verdict(start + .seconds(48), limits) == .late("sent nothing for 4 s"))
  }

  @Test("time in which the consumer takes no bytes does not count towards the timeouts")
  func pauses() {
    var clock = AttemptClock(now: start)
    clock.note(start)
    clock.hasAnswer = true
    clock.pause(start + .seconds(1))
    #expect(clock.verdict(start + .seconds(1000), limits) == .again(.seconds(1)))
    clock.resume(start + .seconds(1000))
    #expect(clock.active(start + .seconds(1002)) == .seconds(3))
    #expect(clock.verdict(start + .seconds(1002), limits) == .again(.seconds(1)))
  }

  @Test("the total time is limited, and the error includes the time of earlier attempts")
  func total() {
    var clock = AttemptClock(now: start)
    clock.hasAnswer = true
    clock.note(start + .seconds(99))
    #expect(clock.verdict(start + .seconds(99), limits) == .again(.seconds(1)))
    #expect(clock.verdict(start + .seconds(100), limits) == .exhausted("took too long, 100 s"))
    var limits = limits
    (limits.total, limits.before) = (.seconds(2), .seconds(11))
    #expect(clock.verdict(start + .seconds(3), limits) == .exhausted("took too long, 14 s"))
  }

  @Test("every 1,000 received bytes extend the total time by one second")
  func rate() {
    var limits = limits
    limits.rate = 1000
    var clock = AttemptClock(now: start)
    clock.hasAnswer = true
    clock.receive(20_000, start + .seconds(119))
    #expect(clock.verdict(start + .seconds(119), limits) == .again(.seconds(1)))
    #expect(clock.verdict(start + .seconds(120), limits) == .exhausted("sends 166 bytes a second"))
  }

  @Test("received bytes extend the total time by at most the allowed extension")
  func mostEarned() {
    var limits = limits
    (limits.rate, limits.mostEarned) = (1000, .seconds(50))
    var clock = AttemptClock(now: start)
    clock.hasAnswer = true
    clock.receive(1_000_000, start + .seconds(149))
    #expect(clock.verdict(start + .seconds(149), limits) == .again(.seconds(1)))
    #expect(clock.verdict(start + .seconds(150), limits) == .exhausted("sends 6666 bytes a second"))
  }

  @Test("pauses of the consumer count as elapsed time once they exceed the allowed total")
  func mostPaused() {
    var limits = limits
    limits.mostPaused = .seconds(20)
    var clock = AttemptClock(now: start)
    clock.note(start)
    clock.hasAnswer = true
    clock.pause(start + .seconds(1))
    #expect(clock.verdict(start + .seconds(119), limits) == .again(.seconds(1)))
    #expect(clock.verdict(start + .seconds(120), limits) == .exhausted("took too long, 100 s"))
    clock.resume(start + .seconds(121))
    #expect(clock.verdict(start + .seconds(121), limits) == .exhausted("took too long, 101 s"))
  }

  @Test("a slow server is reported once")
  func slowness() {
    var silent = AttemptClock(now: start)
    #expect(silent.slowness(start + .seconds(2), limits) == nil)
    let words = "has not accepted a connection for 3.5 s: waiting for up to 8 s in total"
    #expect(silent.slowness(start + .milliseconds(3500), limits) == words)
    #expect(silent.slowness(start + .seconds(5), limits) == nil)

    var dripping = AttemptClock(now: start)
    dripping.note(start)
    dripping.hasAnswer = true
    dripping.receive(7, start + .seconds(4))
    #expect(
      dripping.slowness(start + .seconds(4), limits)
        == "has sent only 7 bytes in 4 s: waiting for up to 100 s in total"
    )

    var stream = limits
    stream.total = nil
    for (count, words) in [(4000, "has sent only 4000 bytes in 4 s: still waiting"), (4096, nil)] {
      var live = AttemptClock(now: start)
      live.hasAnswer = true
      live.receive(count, start + .seconds(4))
      #expect(live.slowness(start + .seconds(4), stream) == words)
    }

    var fast = AttemptClock(now: start)
    fast.hasAnswer = true
    fast.receive(1 << 20, start + .seconds(4))
    #expect(fast.slowness(start + .seconds(4), limits) == nil)
  }

  @Test(
    "the rate of a response that takes long is reported unless the response is an endless stream",
    arguments: [
      (1, "sends less than 1 byte a second"), (4, "sends 1 byte a second"),
      (40_000, "sends 10000 bytes a second"), (80_000, "sends 20 kB a second"),
      (400_000, "sends 100 kB a second, but the response has not ended"),
      (80_000_000, "sends 20 MB a second, but the response has not ended"), (0, nil),
    ] as [(Int, String?)]
  )
  func pace(bytes: Int, words: String?) {
    var clock = AttemptClock(now: start)
    clock.hasAnswer = true
    clock.receive(bytes, start + .seconds(4))
    #expect(clock.pace(start + .seconds(2), limits) == nil)
    #expect(clock.pace(start + .seconds(4), limits) == words)
    var stream = limits
    stream.total = nil
    #expect(clock.pace(start + .seconds(4), stream) == nil)
  }

  @Test("a server is not called slow while the consumer takes no bytes")
  func pausedSlowness() {
    var clock = AttemptClock(now: start)
    clock.hasAnswer = true
    clock.pause(start + .seconds(1))
    #expect(clock.slowness(start + .seconds(50), limits) == nil)
    clock.resume(start + .seconds(50))
    #expect(clock.slowness(start + .seconds(51), limits) == nil)
  }
}
