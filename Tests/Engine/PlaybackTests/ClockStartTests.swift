import Testing

@testable import Playback

@Suite("the start of the clock")
struct ClockStartTests {
  static func held(_ owner: String, _ time: Double?, _ wallClock: Double? = nil) -> HeldTag {
    HeldTag(
      time: max(0, time ?? 0),
      streamTime: time,
      wallClock: wallClock,
      owners: [owner]
    )
  }

  @Test("the unencrypted tag time has priority over the wall clock of the stream")
  func tagTime() {
    let tags = [Self.held(SampleTags.owner(20), 8.5, 1_600_000_000)]
    #expect(ClockStart.first(of: tags) == Int64(SampleTags.start) + 20 - 8)
  }

  @Test("without a tag time, the wall clock of the stream sets the clock")
  func wallClock() {
    let tags = [Self.held(SampleTags.owner(20, time: 5), 8, 1_600_000_000)]
    #expect(ClockStart.first(of: tags) == 1_599_999_992)
  }

  @Test("without a tag time or a wall clock, the clock starts in 2000")
  func standard() {
    #expect(ClockStart.first(of: []) == 946_684_800)
    #expect(ClockStart.first(of: [Self.held("www.nielsen.com/x", 8, .nan)]) == 946_684_800)
  }

  @Test("a later tag with a tag time has priority over an earlier tag that lacks a tag time")
  func laterTag() {
    let tags = [
      Self.held(SampleTags.owner(0, time: 5), 0), Self.held(SampleTags.owner(10), 10),
    ]
    #expect(ClockStart.first(of: tags) == Int64(SampleTags.start))
  }

  @Test("a stream time before second 0 is not clamped when the clock is set")
  func beforeZero() {
    let tag = Self.held(SampleTags.owner(0), -3.5)
    #expect(ClockStart.first(of: [tag]) == Int64(SampleTags.start) + 4)
    let other = Self.held(SampleTags.owner(0, time: 5), -3, 1_600_000_000)
    #expect(ClockStart.first(of: [other]) == 1_600_000_003)
  }

  @Test("a tag without a stream time does not set the clock")
  func timeless() throws {
    let tags = [
      Self.held(SampleTags.owner(500), nil, 1_500_000_000), Self.held(SampleTags.owner(10), 10),
    ]
    #expect(ClockStart.first(of: tags) == Int64(SampleTags.start))
    #expect(ClockStart.first(of: [tags[0]]) == ClockStart.standard)
    let late = SampleTags.tag([SampleTags.owner(500)], time: nil)
    let pings = try SampleTags.pings([late, SampleTags.tag(-2), SampleTags.tag(10)], duration: 20)
    #expect(pings.first?.ping.createTime == Int64(SampleTags.start))
  }

  @Test("a clock start from any wall clock stays in the valid range", arguments: [-1e300, 1e300])
  func range(_ wallClock: Double) {
    let start = ClockStart.first(of: [Self.held("www.nielsen.com/x", 0, wallClock)])
    #expect(ClockStart.range.contains(start))
  }

  @Test("the option start overrides the times of the stream")
  func option() throws {
    let pings = try SampleTags.pings([SampleTags.tag(10)], duration: 20) { $0.start = 1_000 }
    #expect(pings.first?.ping.createTime == 1_000)
  }
}
