import Testing

@testable import NielsenAppApi

@Suite("the playhead clock")
struct PlayheadClockTests {
  /// The step to the last of `positions`.
  static func last(_ positions: Int64...) -> PlayheadClock.Step? {
    var clock = PlayheadClock(gap: 2)
    return positions.map { clock.advance(to: $0) }.last
  }

  @Test("the first playhead sets the position, and plays a second only if the playhead is 1")
  func first() {
    #expect(Self.last(0) == .played(0))
    #expect(Self.last(1) == .played(1))
    #expect(Self.last(2) == .played(0))
    #expect(Self.last(1_700_000_000) == .played(0))
  }

  @Test("playhead steps of one and two seconds are played")
  func steps() {
    #expect(Self.last(10, 11) == .played(1))
    #expect(Self.last(10, 12) == .played(2))
  }

  @Test(
    "repeated playheads and small steps back are ignored and keep the position",
    arguments: [10, 9, 8]
  )
  func repeats(_ position: Int64) {
    #expect(Self.last(10, position) == .ignored)
    #expect(Self.last(10, position, 11) == .played(1))
  }

  @Test("playhead steps of three or more seconds in either direction are seeks")
  func seeks() {
    #expect(Self.last(10, 13) == .seek(distance: 3))
    #expect(Self.last(10, 7) == .seek(distance: 3))
    #expect(Self.last(0, 9_999_999_999) == .seek(distance: 9_999_999_999))
    #expect(Self.last(9_999_999_999, 0) == .seek(distance: 9_999_999_999))
    #expect(Self.last(10, 100, 101) == .played(1))
  }

  @Test("after a rebase, the next playhead counts as the first one")
  func rebase() {
    var clock = PlayheadClock(gap: 2)
    _ = clock.advance(to: 100)
    clock.rebase()
    #expect(clock.advance(to: 500) == .played(0))
  }
}
