import Testing

@testable import TransportStream

@Suite struct FrameDurationTests {
  /// The estimated frame duration divided by the true one, after frames with these numbers.
  private static func frames(_ stamps: [Int64]) -> Int64 {
    var duration = FrameDuration()
    for (earlier, later) in zip(stamps, stamps.dropFirst()) {
      duration.receive(step: (later - earlier) * 3600)
    }
    return duration.ticks / 3600
  }

  @Test(
    "the frame duration is the latest step, or the smallest step if frames are reordered",
    arguments: [
      ([0, 3, 1, 2, 6, 4, 5], 1), ([0, 2, 1, 4, 3], 1), ([0, 4, 2, 1, 3, 8, 6, 5, 7], 1),
      ([0, 6, 2, 4], 2), ([0, 1, 2, 3], 1), ([0, 1, 3], 2), ([5], 0), ([], 0), ([1, 1], 0),
    ] as [([Int64], Int64)]
  )
  func order(stamps: [Int64], frames: Int64) {
    #expect(Self.frames(stamps) == frames)
  }

  @Test("an odd step has no effect after 40 frames, and a gap does not change the frame duration")
  func odd() {
    var duration = FrameDuration()
    duration.receive(step: -7)
    for _ in 0..<40 { duration.receive(step: 1920) }
    #expect(duration.ticks == 1920)
    duration.receive(step: 90_001)
    duration.receive(step: -90_001)
    #expect(duration.ticks == 1920)
  }

  @Test("a timeline with B frames ends one frame duration after the start of its latest frame")
  func end() {
    var clock = PresentationClock()
    for stamp in [0, 3, 1, 2, 6, 4, 5] as [Int64] { clock.advance(to: 900_000 + stamp * 3600) }
    #expect(clock.end == 7 * 3600)
    clock.advance(to: 5, isDeclaredDiscontinuity: true)
    #expect(clock.reading?.time == 25_200)
  }
}
