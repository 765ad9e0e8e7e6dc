import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest

@Suite("dynamic DASH manifests whose Periods change")
struct ManifestPeriodChangeTests {
  /// A Period of segments. It starts `cut` seconds after its first segment.
  struct Part: Sendable {
    var id: String
    var segments: Range<Int>
    var cut = 0.0

    init(_ id: String, _ segments: Range<Int>, cut: Double = 0) {
      (self.id, self.segments, self.cut) = (id, segments, cut)
    }

    /// Segments are placed on the timeline by their numbers: the tag of segment `n` is at `2n + 1` seconds.
    var text: String {
      let start = Double(2 * segments.lowerBound) + cut
      let offset = Int((Double(Sample.firstSecond) + start) * 90_000)
      let first = (Sample.firstSecond + 2 * segments.lowerBound) * 90_000
      let addressing = """
        <SegmentTemplate timescale="90000" presentationTimeOffset="\(offset)"
          startNumber="\(segments.lowerBound)" initialization="init.mp4" media="s$Number$.m4s">
          <SegmentTimeline><S t="\(first)" d="180000" r="\(segments.count - 1)"/></SegmentTimeline>
        </SegmentTemplate>
        """
      // An advertisement has its own Representation ids.
      let set = Sample.set(addressing, id: "r-\(id)")
      return "<Period id=\"\(id)\" start=\"PT\(start)S\">\(set)</Period>"
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var versions: [[Part]]
    var numbers: [Int]
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "a Period is appended",
      versions: [[Part("a", 0..<2)], [Part("a", 0..<2), Part("b", 2..<4)]],
      numbers: [0, 1, 2, 3]
    ),
    Case(
      testDescription: "an advertisement Period is inserted before the next content Period",
      versions: [
        [Part("a", 0..<2)], [Part("a", 0..<2), Part("ad", 2..<3), Part("c", 3..<5)],
        [Part("ad", 2..<3), Part("c", 3..<6)],
      ],
      numbers: [0, 1, 2, 3, 4, 5]
    ),
    Case(
      testDescription: "a Period is inserted before a Period that has been read",
      versions: [
        [Part("a", 0..<2), Part("c", 4..<6)],
        [Part("a", 0..<2), Part("b", 2..<4), Part("c", 4..<7)],
        [Part("b", 2..<4), Part("c", 4..<8)],
      ],
      numbers: [0, 1, 4, 5, 6, 7]
    ),
    Case(
      testDescription: "the first Period is removed",
      versions: [
        [Part("a", 0..<2), Part("b", 2..<4)], [Part("b", 2..<5)], [Part("b", 2..<6)],
      ],
      numbers: [0, 1, 2, 3, 4, 5]
    ),
    Case(
      testDescription: "the Period that was read last is removed",
      versions: [
        [Part("a", 0..<2), Part("b", 2..<4)], [Part("a", 0..<2), Part("c", 4..<6)],
      ],
      numbers: [0, 1, 2, 3, 4, 5]
    ),
    Case(
      testDescription: "a removed Period returns in an older version from a cache",
      versions: [
        [Part("a", 0..<2), Part("b", 2..<4)], [Part("b", 2..<4)],
        [Part("a", 0..<2), Part("b", 2..<4)], [Part("b", 2..<5)],
      ],
      numbers: [0, 1, 2, 3, 4]
    ),
    Case(
      testDescription: "a SegmentTimeline becomes shorter and later longer",
      versions: [[Part("a", 0..<4)], [Part("a", 0..<3)], [Part("a", 0..<5)]],
      numbers: [0, 1, 2, 3, 4]
    ),
    Case(
      testDescription: "a Period is split into two Periods",
      versions: [[Part("a", 0..<4)], [Part("a", 0..<2), Part("b", 2..<6)]],
      numbers: [0, 1, 2, 3, 4, 5]
    ),
    Case(
      testDescription: "two Periods are merged into one",
      versions: [[Part("a", 0..<2), Part("b", 2..<4)], [Part("a", 0..<6)]],
      numbers: [0, 1, 2, 3, 4, 5]
    ),
    Case(
      testDescription: "a segment spans a Period boundary that follows its tag",
      versions: [
        [Part("a", 0..<1)], [Part("a", 0..<2), Part("b", 1..<3, cut: 1.5)],
        [Part("a", 0..<2), Part("b", 1..<4, cut: 1.5)],
      ],
      numbers: [0, 1, 2, 3]
    ),
    Case(
      testDescription: "a segment spans a Period boundary that precedes its tag",
      versions: [
        [Part("a", 0..<1)], [Part("a", 0..<2), Part("b", 1..<3, cut: 0.5)],
        [Part("a", 0..<2), Part("b", 1..<4, cut: 0.5)],
      ],
      numbers: [0, 1, 2, 3]
    ),
    Case(
      testDescription: "a Period boundary is added within a segment that has been read",
      versions: [
        [Part("a", 0..<2)], [Part("a", 0..<2), Part("b", 1..<3, cut: 0.5)],
        [Part("b", 1..<4, cut: 0.5)],
      ],
      numbers: [0, 1, 2, 3]
    ),
  ]

  private static func version(_ parts: [Part], isLive: Bool) -> [UInt8] {
    let kind =
      isLive
      ? "type=\"dynamic\" minimumUpdatePeriod=\"PT2S\""
      : "type=\"static\" mediaPresentationDuration=\"PT1H\""
    let text = Sample.manifest(
      periods: parts.map(\.text),
      attributes: "availabilityStartTime=\"2026-01-01T00:00:00Z\" \(kind)"
    )
    return Array(text.utf8)
  }

  @Test("each tag is read once, whichever Periods a version lists", arguments: cases)
  func periods(_ example: Case) async throws {
    var versions = example.versions.map { Self.version($0, isLive: true) }
    versions.append(Self.version(try #require(example.versions.last), isLive: false))
    var answers = Sample.files(8).mapValues { [MemoryLoader.Answer.bytes($0)] }
    answers[Sample.url] = versions.dropFirst().map { .bytes($0) }
    let clock = TestClock(begin: 1_767_225_600 + 100)
    let events = try await Sample.events(
      String(decoding: versions[0], as: UTF8.self),
      MemoryLoader(answers: answers)
    ) { access in
      access.start = .beginning
      access.clock = clock
    }
    #expect(Sample.numbers(of: events.tags) == example.numbers)
    #expect(Sample.times(of: events.tags) == example.numbers.map { Double(2 * $0 + 1) })
    // All Periods are one rendition.
    #expect(events.summary?.renditions.count == 1)
    #expect(!events.notes.contains { $0.id == .manifest }, "\(events.notes)")
  }
}
