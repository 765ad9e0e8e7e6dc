import NIOCore
import Testing

@testable import Fetching

@Suite struct AttemptClockTests {
  private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
  private let limits = AttemptClock.Limits(
    connect: .seconds(8),
    answer: .seconds(40),
    idle: .seconds(4),
    total: .seconds(100)
  )

  @Test("each phase has its limit")
  func phases() {
    var clock = AttemptClock(now: start)
    #expect(clock.verdict(start, limits) == .again(.seconds(1)))
    #expect(
      clock.verdict(start + .seconds(7) + .milliseconds(500), limits) == .again(.milliseconds(500))
    )
    #expect(
      clock.verdict(start + .seconds(8), limits) == .late("could not be connected within 8 s")
    )
    clock.note(start + .seconds(5))
    #expect(clock.verdict(start + .seconds(44), limits) == .again(.seconds(1)))
    #expect(clock.verdict(start + .seconds(45), limits) == .late("sent nothing for 40 s"))
    clock.note(start + .seconds(44))
    clock.hasAnswer = true
    #expect(clock.verdict(start + .seconds(48), limits) == .late("sent nothing for 4 s"))
  }

  @Test("pauses are not counted")
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

  @Test("dripping does not lengthen the whole")
  func total() {
    var clock = AttemptClock(now: start)
    clock.hasAnswer = true
    clock.note(start + .seconds(99))
    #expect(clock.verdict(start + .seconds(99), limits) == .again(.seconds(1)))
    #expect(clock.verdict(start + .seconds(100), limits) == .late("took too long in all"))
  }
}
