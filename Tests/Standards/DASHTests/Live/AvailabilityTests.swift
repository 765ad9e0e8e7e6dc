import Testing

@testable import DASH

@Suite("segments that are available at a given time")
struct AvailabilityTests {
  /// The available segments of a Period that starts 100 s after availabilityStartTime, which is 1000.
  private func range(
    _ segments: String,
    at now: Double,
    attributes: String = "",
    period: String = #"start="PT1M40S""#
  ) throws -> Range<Int> {
    let presentation = try Manifests.read(
      #"type="dynamic" availabilityStartTime="1970-01-01T00:16:40Z" \#(attributes)"#,
      Manifests.period(segments, period)
    )
    let representation = try #require(presentation.representations.first)
    return presentation.availableSegments(of: representation, in: presentation.periods[0], at: now)
  }

  private static func template(_ attributes: String = "") -> String {
    #"<SegmentTemplate media="$Number$" duration="4" \#(attributes)/>"#
  }

  @Test(
    "a segment from a template is available from its end",
    arguments: [
      (0, 0..<0), (1100, 0..<0), (1103.9, 0..<0), (1104, 0..<1), (1111, 0..<2), (1500, 0..<100),
    ] as [(Double, Range<Int>)]
  )
  func ends(now: Double, expected: Range<Int>) throws {
    #expect(try range(Self.template(), at: now) == expected)
  }

  @Test("a segment becomes unavailable when it leaves the time shift buffer")
  func depth() throws {
    let attributes = #"timeShiftBufferDepth="PT10S""#
    #expect(try range(Self.template(), at: 1120, attributes: attributes) == 2..<5)
    #expect(try range(Self.template(), at: 1104, attributes: attributes) == 0..<1)
  }

  @Test("availabilityTimeOffset makes a segment available earlier")
  func offset() throws {
    let early = Self.template(#"availabilityTimeOffset="3""#)
    #expect(try range(early, at: 1101) == 0..<1)
    let all = Self.template(#"availabilityTimeOffset="INF""#)
    #expect(try range(all, at: 1101) == 0..<1)
    #expect(try range(all, at: 1101, period: #"start="PT1M40S" duration="PT40S""#) == 0..<10)
  }

  @Test("a Period has no segments after its end, and an early available Period has no segments")
  func periods() throws {
    let closed = #"start="PT1M40S" duration="PT10S""#
    #expect(try range(Self.template(), at: 9999, period: closed) == 0..<3)
    #expect(try range(Self.template(), at: 9999, period: "") == 0..<0)
    let ended = #"availabilityEndTime="1970-01-01T00:18:30Z""#
    #expect(try range(Self.template(), at: 9999, attributes: ended) == 0..<2)
  }

  @Test("segments of a timeline are always available, or from their end if its last entry is open")
  func timelines() throws {
    func timeline(_ entries: String) -> String {
      """
      <SegmentTemplate media="$Time$" presentationTimeOffset="10"><SegmentTimeline>\(entries)
      </SegmentTimeline></SegmentTemplate>
      """
    }
    #expect(try range(timeline(#"<S t="10" d="4" r="4"/>"#), at: 0) == 0..<5)
    let open = timeline(#"<S t="10" d="4"/><S d="2" r="-1"/>"#)
    #expect(try range(open, at: 1103) == 0..<0)
    #expect(try range(open, at: 1104) == 0..<1)
    #expect(try range(open, at: 1109) == 0..<3)
  }

  @Test("the first segment that starts at or after a time is found")
  func positions() throws {
    let presentation = try Manifests.read(
      #"type="dynamic" availabilityStartTime="1970-01-01T00:16:40Z""#,
      Manifests.period(Self.template(#"availabilityTimeOffset="1""#), #"start="PT1M40S""#)
    )
    let representation = try #require(presentation.representations.first)
    #expect(representation.segments.count == nil)
    #expect(representation.segments.position(startingFrom: 8) == 2)
    #expect(representation.segments.position(startingFrom: 9) == 3)
    #expect(representation.segments[-1] == nil)
    #expect(representation.segments[Int.max] == nil)
  }

  @Test(
    "segments of equal duration form one run, and a segment is found by its position or time"
  )
  func runs() {
    var runs = SegmentRuns()
    var time: Int64 = 0
    for index in 0..<40000 {
      let duration: Int64 = index % 100 == 99 ? 200 : 180
      runs.append(number: Int64(index), time: time, duration: duration, count: 1)
      time += duration
    }
    #expect(runs.runs.count == 800)
    #expect(runs.count == 40000)
    #expect(runs[12345] == .init(number: 12345, time: 12345 * 180 + 123 * 20, duration: 180))
    #expect(runs.count(endingBy: Double(12345 * 180 + 123 * 20)) == 12345)
    #expect(runs.count(startingBefore: 12345 * 180 + 123 * 20) == 12345)
    #expect(runs[40000] == nil)
  }
}
