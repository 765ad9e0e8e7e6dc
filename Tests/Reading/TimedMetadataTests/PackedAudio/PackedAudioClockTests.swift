import Testing
import TransportStream

@testable import TimedMetadata

@Suite struct PackedAudioClockTests {
  private func frame(_ rate: Int, _ samples: Int = 1024) -> AudioFrameHeader {
    AudioFrameHeader(codec: .adts, sampleRate: rate, sampleCount: samples, frameSize: 64)
  }

  @Test("frame durations that are not whole ticks add up exactly")
  func exactness() {
    var clock = PackedAudioClock()
    // 44,100 frames of 1024 samples are 1024 seconds.
    for _ in 0..<44_100 { clock.advance(by: frame(44_100)) }
    #expect(clock.time == 1024 * 90_000)
    #expect(clock.stamp == nil)
  }

  @Test("the time stamp wraps, and the presentation time continues")
  func wrap() {
    var clock = PackedAudioClock()
    #expect(clock.set(to: (1 << 33) - 960) == nil)
    clock.advance(by: frame(48_000))
    #expect(clock.stamp == 960)
    #expect(clock.time == 1920)
    #expect(clock.set(to: 960) == nil)
    #expect(clock.time == 1920)
    #expect(clock.origin == Timestamp.modulus - 960)
  }

  @Test(
    "time follows gaps and small steps, and continues across jumps",
    arguments: [
      (0, 90_000, nil), (1, 90_001, nil), (-900, 89_100, nil), (30 * 90_000, 31 * 90_000, nil),
      (61 * 90_000, 90_000, 61 * 90_000), (-2 * 90_000, 90_000, -2 * 90_000),
    ] as [(Int64, Int64, Int64?)]
  )
  func steps(step: Int64, time: Int64, jump: Int64?) {
    var clock = PackedAudioClock()
    #expect(clock.set(to: 900_000) == nil)
    clock.advance(by: frame(8000, 8000))
    #expect(clock.set(to: 990_000 + step) == jump)
    #expect(clock.time == time)
    #expect(clock.stamp == 990_000 + step)
  }

  @Test("the first time stamp determines the origin, even if frames precede it")
  func lateStamp() {
    var clock = PackedAudioClock()
    clock.advance(by: frame(8000, 8000))
    #expect(clock.origin == nil)
    #expect(clock.set(to: 900_000) == nil)
    #expect(clock.time == 90_000)
    #expect(clock.origin == 810_000)
  }

  @Test("the durations of frames with different sample rates add up")
  func rates() {
    var clock = PackedAudioClock()
    clock.advance(by: frame(48_000))
    clock.advance(by: frame(24_000))
    #expect(clock.time == 1920 + 3840)
  }
}
