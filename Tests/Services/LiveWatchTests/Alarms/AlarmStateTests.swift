import Testing

@testable import LiveWatch

@Suite struct AlarmStateTests {
  /// The changes if the condition is present at these seconds and is checked once a second.
  private func history(
    bad: [ClosedRange<Int>],
    hold: Double,
    seconds: Int
  ) -> [String] {
    var state = AlarmState()
    return (0...seconds).compactMap { second in
      let isBad = bad.contains { $0.contains(second) }
      switch state.update(isBad: isBad, now: Double(second), hold: hold) {
      case .raised: return "raised at \(second)"
      case .cleared(let after): return "cleared at \(second) after \(Int(after))"
      case nil: return nil
      }
    }
  }

  @Test(
    "an alarm is raised once, and cleared once when its condition has been absent for the hold",
    arguments: [
      ([], []),
      ([5...5], ["raised at 5", "cleared at 15 after 10"]),
      ([5...20], ["raised at 5", "cleared at 30 after 25"]),
      ([5...6, 12...13, 20...21], ["raised at 5", "cleared at 31 after 26"]),
      ([0...99], ["raised at 0"]),
    ] as [([ClosedRange<Int>], [String])]
  )
  func once(bad: [ClosedRange<Int>], expected: [String]) {
    #expect(history(bad: bad, hold: 10, seconds: 99) == expected)
  }

  @Test("an alarm without a hold is cleared as soon as the condition ends")
  func noHold() {
    #expect(history(bad: [3...4], hold: 0, seconds: 9) == ["raised at 3", "cleared at 5 after 2"])
  }

  @Test("the hold of an alarm doubles each time the alarm is raised again soon")
  func damping() {
    let once = history(bad: [0...0, 20...20], hold: 10, seconds: 99)
    #expect(
      once == ["raised at 0", "cleared at 10 after 10", "raised at 20", "cleared at 50 after 30"]
    )
    // The condition is present every 30 s for ten minutes, which gives two alarms, not twenty.
    let often = stride(from: 0, through: 600, by: 30).map { $0...$0 }
    let raised = history(bad: often, hold: 10, seconds: 600).filter { $0.hasPrefix("raised") }
    #expect(raised == ["raised at 0", "raised at 30"])
  }

  @Test("an alarm that is raised again much later has its original hold")
  func noDamping() {
    #expect(
      history(bad: [0...0, 140...140], hold: 10, seconds: 200)
        == ["raised at 0", "cleared at 10 after 10", "raised at 140", "cleared at 150 after 10"]
    )
  }

  @Test("a hold is at most an hour")
  func longest() {
    var state = AlarmState()
    var now = 0.0
    for _ in 0..<20 {
      _ = state.update(isBad: true, now: now, hold: 60)
      now += AlarmClearing.Damping.longestHold
      guard case .cleared = state.update(isBad: false, now: now, hold: 60) else {
        Issue.record("held for more than an hour")
        return
      }
      now += 1
    }
  }

  @Test("time in which the feed was lost does not clear an alarm")
  func suspended() {
    var state = AlarmState()
    _ = state.update(isBad: true, now: 0, hold: 10)
    state.suspend(until: 100)
    #expect(state.update(isBad: false, now: 105, hold: 10) == nil)
    #expect(state.update(isBad: false, now: 110, hold: 10) == .cleared(after: 110))
  }

  @Test("only time without observation is added to the hold")
  func paused() {
    var state = AlarmState()
    state.pause(for: 5, upTo: 0)
    _ = state.update(isBad: true, now: 0, hold: 10)
    state.pause(for: 20, upTo: 25)
    let early = state.update(isBad: false, now: 29, hold: 10)
    let late = state.update(isBad: false, now: 30, hold: 10)
    #expect(early == nil)
    #expect(late == .cleared(after: 30))
    // At most the elapsed time can be added.
    _ = state.update(isBad: true, now: 200, hold: 10)
    state.pause(for: 1000, upTo: 205)
    let cleared = state.update(isBad: false, now: 215, hold: 10)
    #expect(cleared == .cleared(after: 15))
  }

  @Test("an alarm that was cleared long ago is forgotten, and a raised alarm is not")
  func forgetting() {
    var state = AlarmState()
    #expect(state.isForgettable(now: 0))
    _ = state.update(isBad: true, now: 0, hold: 10)
    #expect(!state.isForgettable(now: 1e9))
    _ = state.update(isBad: false, now: 1e9, hold: 10)
    #expect(!state.isForgettable(now: 1e9 + 3600))
    #expect(state.isForgettable(now: 1e9 + 86_400))
  }
}
