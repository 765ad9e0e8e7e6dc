import Testing

@testable import TransportStream

@Suite struct PresentationClockTests {
  static let second: Int64 = 90_000

  @Test("the presentation time continues over three wraps of the PTS")
  func wraps() {
    var clock = PresentationClock()
    let step = 50 * Self.second
    let steps: Int64 = 3 * Timestamp.modulus / step + 10
    for index in 0...steps {
      #expect(clock.advance(to: (index * step + 7) % Timestamp.modulus) == nil)
    }
    #expect(clock.reading?.time == steps * step)
  }

  @Test("an undeclared jump is reported, and presentation time continues from the last frame")
  func jumps() {
    var clock = PresentationClock()
    clock.advance(to: 0)
    clock.advance(to: 3600)
    #expect(clock.advance(to: 3600 + 61 * Self.second) == 61 * Self.second)
    #expect(clock.reading?.time == 7200)
    #expect(clock.advance(to: 0) == -(3600 + 61 * Self.second))
    #expect(clock.reading?.time == 10_800)
  }

  @Test("a gap of less than a minute is not a jump")
  func gap() {
    var clock = PresentationClock()
    clock.advance(to: 0)
    #expect(clock.advance(to: 59 * Self.second) == nil)
    #expect(clock.reading?.time == 59 * Self.second)
  }

  @Test("reordered video frames are not a jump")
  func reordering() {
    var clock = PresentationClock()
    for pts in [10_800, 0, 3600, 7200, 21_600] as [Int64] {
      #expect(clock.advance(to: pts) == nil)
    }
    #expect(clock.reading?.time == 10_800)
  }

  @Test("presentation time continues over a declared discontinuity, and no jump is reported")
  func declared() {
    var clock = PresentationClock()
    clock.advance(to: 0)
    clock.advance(to: 3600)
    #expect(clock.advance(to: 5_000_000, isDeclaredDiscontinuity: true) == nil)
    #expect(clock.reading?.time == 7200)
  }

  @Test("the timeline ends one frame duration after the start of the last frame")
  func end() {
    var clock = PresentationClock()
    for frame in 0..<50 { clock.advance(to: 900_000 + Int64(frame) * 3600) }
    #expect(clock.end == 2 * Self.second)
  }

  @Test("a clock reading gives the times of earlier and later time stamps, also across the wrap")
  func placing() {
    let reading = PresentationClock.Reading(raw: 10, time: 1000)
    #expect(reading.time(of: 0) == 990)
    #expect(reading.time(of: Timestamp.modulus - 10) == 980)
    #expect(reading.time(of: 110) == 1100)
  }
}
