import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-rendition-mismatch")
struct HlsRenditionMismatchTests {
  private let names = ["1080p", "540p"]

  /// Twelve DATA tags in each rendition, some of them changed or omitted.
  private func run(
    segments: [TimedMetadataEvent] = [],
    settings: RuleSettings = RuleSettings(),
    isLimited: Bool = false,
    isLive: Bool = false,
    _ change: (String, Int, inout TimedTag) -> Bool
  ) throws -> RuleRun {
    let tags = try MadeTag.dataTags(12)
    let events = names.flatMap { name in
      tags.enumerated().compactMap { index, event -> TimedMetadataEvent? in
        var isThere = true
        let copy = event.with { tag in
          tag.rendition = name
          isThere = change(name, index, &tag)
        }
        return isThere ? copy : nil
      }
    }
    var summary = InputSummary.playlist(names.map { .made($0, tags: 12) })
    summary.playlist = PlaylistSummary(isLive: isLive)
    return try RuleRun(
      HlsRenditionMismatch.id,
      segments + events,
      summary: summary,
      settings: settings,
      isLimited: isLimited
    )
  }

  @Test("the same tags in both renditions pass")
  func passes() throws {
    let run = try run { _, _, _ in true }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test(
    "tags missing in one rendition warn, with their number and the time of the first one",
    arguments: [
      ("540p", 3...4, "2 tags of 1080p are missing in 540p, first at 38.000 s"),
      ("1080p", 5...5, "1 tag of 540p is missing in 1080p, first at 58.000 s"),
    ]
  )
  func finds(_ poor: String, _ lost: ClosedRange<Int>, _ message: String) throws {
    let run = try run { name, index, _ in name != poor || !lost.contains(index) }
    #expect(run.result.state == .warn)
    #expect(run.result.found == lost.count)
    #expect(run.messages == [message])
    #expect(
      run.findings.first?.place
        == Place(time: Double(8 + 10 * lost.lowerBound), rendition: poor)
    )
  }

  @Test(
    "copies of a tag 0.5 s apart match, and copies farther apart are missing in both renditions",
    arguments: [(0.5, 0), (-0.5, 0), (0.51, 2), (-0.51, 2)]
  )
  func limit(_ seconds: Double, _ found: Int) throws {
    let run = try run { name, index, tag in
      if name == "540p", index == 6 { tag.time = tag.time.map { $0 + seconds } }
      return true
    }
    #expect(run.result.found == found)
  }

  @Test("the limit can be set", arguments: [(2.0, 0), (1.9, 2)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let run = try run(settings: RuleSettings(["limit": limit])) { name, index, tag in
      if name == "540p", index == 6 { tag.time = tag.time.map { $0 + 2 } }
      return true
    }
    #expect(run.result.found == found)
  }

  @Test("tags in an unread segment are not counted as missing", arguments: [(6, 0), (5, 1)])
  func holes(_ number: Int, _ found: Int) throws {
    let hole = MadeSegment.of(number, rendition: "540p") { $0.isComplete = false }
    let ends = [0, 19].map { MadeSegment.of($0, rendition: "540p") }
    let run = try run(segments: [ends[0], hole, ends[1]]) { name, index, _ in
      name != "540p" || index != 3
    }
    #expect(run.result.found == found)
  }

  @Test(
    "tags before the first segment that was read, or after the last one, are not missing",
    arguments: [(0...19, 0), (3...16, 0), (3...17, 0), (2...16, 1), (3...18, 1), (2...19, 3)]
  )
  func extent(_ numbers: ClosedRange<Int>, _ found: Int) throws {
    // The tags of the other rendition are at 8 s, 18 s, … 118 s, the copies from 28 s to 98 s.
    let lost = [0, 1, 10, 11]
    let segments = numbers.map { MadeSegment.of($0, rendition: "540p") }
    let isWhole = numbers == 0...19
    let run = try run(segments: segments, isLimited: true) { name, index, _ in
      isWhole || name != "540p" || !lost.contains(index)
    }
    #expect(run.result.found == found)
  }

  @Test(
    "if an ended playlist was read completely, tags after the end of a rendition are missing",
    arguments: [(17, 1), (16, 2), (9, 6), (19, 0)]
  )
  func ended(_ last: Int, _ found: Int) throws {
    // The last tags are at 108 s, where segment 17 ends, and at 118 s.
    let end = Double(last + 1) * 6
    let segments = (0...last).map { MadeSegment.of($0, rendition: "540p") }
    let isThere = { (name: String, index: Int) in name != "540p" || Double(8 + 10 * index) < end }
    let whole = try run(segments: segments) { name, index, _ in isThere(name, index) }
    #expect(whole.result.found == found)
    let limited = try run(segments: segments, isLimited: true) { name, index, _ in
      isThere(name, index)
    }
    let live = try run(segments: segments, isLive: true) { name, index, _ in isThere(name, index) }
    #expect([limited, live].map(\.result.found) == [0, 0])
  }

  @Test("the finding has the time of day of the first missing tag")
  func timeOfDay() throws {
    let run = try run { name, index, tag in
      tag.wallClock = tag.time.map { 1_700_000_000 + $0 }
      return name != "540p" || index != 3
    }
    #expect(run.findings.map(\.place.wallClock) == [1_700_000_038])
  }

  @Test("a rendition that is joined late does not lack earlier tags")
  func joinedLate() throws {
    let count = RenditionComparison.capacity + 100
    var comparison = RenditionComparison(limit: 0.5)
    for index in 0..<count { comparison.receive("\(index)", at: Double(index), in: "a") }
    guard case .segment(let segment) = MadeSegment.of(count / 6 + 1, rendition: "b") else {
      Issue.record("not a segment")
      return
    }
    comparison.receive(segment)
    #expect(comparison.finish(renditions: ["a", "b"]).map(\.count) == [])
  }

  @Test("an input in which at most one rendition has tags is not assessed")
  func oneRendition() throws {
    let tags = try MadeTag.dataTags(2).map { $0.with { $0.rendition = "a" } }
    for renditions in [[("a", 2), ("b", 0)], [("a", 2)], []] {
      let summary = InputSummary.playlist(
        renditions.map { RenditionSummary.made($0.0, tags: $0.1) }
      )
      let run = try RuleRun(HlsRenditionMismatch.id, tags, summary: summary)
      #expect(run.result.notAssessed == .oneRendition)
      #expect(run.findings.isEmpty)
    }
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    let run = try RuleRun(HlsRenditionMismatch.id, [MadeTag.data()])
    #expect(run.result.notAssessed == .carriage)
  }
}
