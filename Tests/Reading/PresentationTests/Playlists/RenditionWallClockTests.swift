import Testing

@testable import Presentation

@Suite("times of day of a rendition")
struct RenditionWallClockTests {
  private static func segment(own: Double? = nil, given: Double? = nil) -> PlannedSegment {
    var segment = PlannedSegment(
      uri: "a.ts",
      url: "a.ts",
      duration: 6,
      start: 0,
      mediaSequenceNumber: 0,
      discontinuitySequence: 0
    )
    segment.programDateTime = own
    segment.startDate = given
    return segment
  }

  @Test("a date applies from the start of its segment, and media time continues from there")
  func own() {
    var clock = RenditionWallClock()
    clock.take(Self.segment(), at: 0)
    #expect(clock.atZero == nil)
    clock.take(Self.segment(own: 1000), at: 6)
    #expect(clock.atZero == 994)
    clock.take(Self.segment(), at: 12)
    #expect(clock.atZero == 994)
  }

  @Test("a date from another segment applies only at the start and after a missing segment")
  func given() {
    var clock = RenditionWallClock()
    clock.take(Self.segment(given: 1000), at: 0)
    #expect(clock.atZero == 1000)
    clock.take(Self.segment(given: 1007), at: 6)
    #expect(clock.atZero == 1000)
    clock.interrupt()
    clock.take(Self.segment(given: 1020), at: 12)
    #expect(clock.atZero == 1008)
  }
}
