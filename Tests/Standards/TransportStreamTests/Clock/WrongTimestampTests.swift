import Testing

@testable import TransportStream

@Suite struct WrongTimestampTests {
  static let second: Int64 = 90_000
  static let frame: Int64 = 3600
  static let start: Int64 = 90_000_000
  /// Errors of a time stamp, in seconds.
  static let errors: [Int64] = [30, -30, 10, -10, 55, 3, -3, 555, -555, 5000, -800]

  private func clock(_ stamps: some Sequence<Int64>) -> PresentationClock {
    var clock = PresentationClock()
    for stamp in stamps { clock.advance(to: stamp) }
    return clock
  }

  /// The time stamps of consecutive frames; `off` has errors in seconds by frame number.
  private func stamps(_ frames: Range<Int64>, off: [Int64: Int64] = [:]) -> [Int64] {
    frames.map { Self.start + $0 * Self.frame + (off[$0] ?? 0) * Self.second }
  }

  @Test("a single wrong time stamp does not change the times after it", arguments: errors)
  func one(error: Int64) {
    let clock = clock(stamps(0..<20, off: [10: error]))
    #expect(clock.reading?.time == 19 * Self.frame)
    #expect(clock.end == 20 * Self.frame)
  }

  @Test(
    "two consecutive time stamps with different errors do not change the times after them",
    arguments: [-200, 700] as [Int64]
  )
  func two(error: Int64) {
    let clock = clock(stamps(0..<20, off: [10: 30, 11: error]))
    #expect(clock.reading?.time == 19 * Self.frame)
    #expect(clock.end == 20 * Self.frame)
  }

  @Test(
    "a single wrong time stamp of reordered video does not change later times",
    arguments: errors
  )
  func reordered(error: Int64) {
    var order: [Int64] = [0]
    for group in Int64(0)..<8 { order += [group * 3 + 3, group * 3 + 1, group * 3 + 2] }
    // The last group ends the timeline.
    for wrong in 8..<order.count - 3 {
      let stamps = order.enumerated().map { index, frame in
        Self.start + frame * Self.frame + (index == wrong ? error * Self.second : 0)
      }
      let clock = clock(stamps)
      #expect(clock.reading?.time == 23 * Self.frame, "frame \(wrong)")
      #expect(clock.end == 25 * Self.frame, "frame \(wrong)")
    }
  }

  @Test(
    "a step counts as real if no later time stamp returns to the earlier time base",
    arguments: errors,
    [1, 5, 400] as [Int64]
  )
  func real(step: Int64, count: Int64) {
    let old = stamps(0..<10)
    let new = stamps(10..<10 + count).map { $0 + step * Self.second }
    let clock = clock(old + new)
    let isGap = (0...60).contains(step)
    #expect(
      clock.reading?.time == (9 + count) * Self.frame + (isGap ? step * Self.second : 0)
    )
  }

  @Test("a jump back long after a jump ahead starts a new time base")
  func lateReturn() {
    var clock = clock(stamps(0..<10))
    for frame in Int64(10)..<1000 {
      clock.advance(to: Self.start + frame * Self.frame + 3600 * Self.second)
    }
    let jump = clock.advance(to: Self.start + 10 * Self.frame)
    #expect(jump == -(3600 * Self.second + 989 * Self.frame))
    #expect(clock.reading?.time == 1000 * Self.frame)
  }

  @Test(
    "frames that are 2 to 50 seconds apart cause no jump",
    arguments: [2, 4, 10, 50] as [Int64]
  )
  func sparse(seconds: Int64) {
    var clock = PresentationClock()
    for frame in Int64(0)..<20 {
      let jump = clock.advance(to: Self.start + frame * seconds * Self.second)
      #expect(jump == nil)
      #expect(clock.reading?.time == frame * seconds * Self.second)
      #expect(!clock.hasReturned)
    }
  }

  @Test("the clock reading before a doubtful step is kept until a time stamp confirms the step")
  func alternative() {
    var clock = clock(stamps(0..<10))
    #expect(clock.alternative == nil)
    let before = clock.reading
    clock.advance(to: Self.start - 30 * Self.second)
    #expect(clock.alternative == before)
    #expect(clock.nearestReading(to: Self.start) == before)
    #expect(clock.nearestReading(to: Self.start - 29 * Self.second) == clock.reading)
    clock.advance(to: Self.start - 30 * Self.second + Self.frame)
    #expect(clock.alternative == nil)
  }
}
