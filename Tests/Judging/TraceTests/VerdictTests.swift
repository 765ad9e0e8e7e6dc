import Testing

@testable import Trace

@Suite("The verdict of a chain")
struct VerdictTests {
  private static let tags = TestChain.tags()

  /// A chain of two taps, and its expected verdict.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var first = TestChain.stream("a", VerdictTests.tags)
    var second: Tap
    var verdict: ChainReport.Verdict
    var isIncomplete = false
    var incidents: [String] = []
  }

  private static func failing(_ tap: Tap) -> Tap {
    var tap = tap
    tap.failure = "connection reset"
    return tap
  }

  static let cases = [
    Case(
      testDescription: "both taps have all tags",
      second: TestChain.stream("b", tags),
      verdict: .pass
    ),
    Case(
      testDescription: "a segment that could not be read",
      second: TestChain.playlist("b", tags.without(10..<11), unread: [10]),
      verdict: .incomplete,
      isIncomplete: true
    ),
    Case(
      testDescription: "segments that left the window before they were read",
      second: TestChain.playlist("b", tags.without(10..<12), missed: [10, 11]),
      verdict: .incomplete,
      isIncomplete: true
    ),
    Case(
      testDescription: "a segment that could not be read, and a lost tag in another one",
      second: TestChain.playlist("b", tags.without(20..<21).without(10..<11), unread: [10]),
      verdict: .fail,
      isIncomplete: true,
      incidents: ["b: lost 1 at 205.0"]
    ),
    Case(
      testDescription: "a tag is missing in a gap that the playlist declares",
      second: TestChain.playlist("b", tags.without(10..<11), gaps: [10]),
      verdict: .fail,
      incidents: ["b: lost 1 at 105.0"]
    ),
    Case(
      testDescription: "a tap that was not read to its end",
      second: failing(TestChain.stream("b", Array(tags[0..<10]), to: 100)),
      verdict: .incomplete,
      isIncomplete: true
    ),
    Case(
      testDescription: "a tap of which nothing was read",
      second: failing(Tap(stream: "b")),
      verdict: .incomplete,
      isIncomplete: true
    ),
    Case(
      testDescription: "neither tap has a tag",
      first: TestChain.stream("a", []),
      second: TestChain.stream("b", []),
      verdict: .noTags
    ),
    Case(
      testDescription: "neither tap has a tag, and one was not read to its end",
      first: TestChain.stream("a", []),
      second: failing(TestChain.stream("b", [])),
      verdict: .incomplete,
      isIncomplete: true
    ),
    Case(
      testDescription: "other content with the same sequence numbers and times",
      second: TestChain.stream("b", TestChain.tags(seed: 9)),
      verdict: .fail
    ),
    Case(
      testDescription: "other content with one of the tags",
      second: TestChain.stream("b", TestChain.tags(0..<29, seed: 9) + tags[29...]),
      verdict: .fail
    ),
  ]

  @Test("a chain passes only if both taps were read completely and have tags", arguments: cases)
  func verdict(_ test: Case) {
    let taps = [test.first, test.second]
    let report = ChainTrace.report(taps)
    #expect(report.verdict == test.verdict)
    #expect(report.isIncomplete == test.isIncomplete)
    #expect(TestChain.incidents(taps) == test.incidents)
  }

  @Test("each time range that was not read is reported once for all renditions")
  func unread() {
    let tap = TestChain.playlist(
      "b",
      TestChain.copies(Self.tags, in: ["v1", "v2"]),
      unread: [10, 11, 20],
      renditions: ["v1", "v2"]
    )
    let report = ChainTrace.report([TestChain.stream("a", Self.tags), tap])
    #expect(report.taps[1].unread == [100...120, 200...210])
    #expect(report.taps[1].unreadSegments == 6)
  }

  @Test("a final report has the first 1,000 incidents, and a live report the latest 1,000")
  func latestIncidents() {
    let many = TestChain.tags(0..<3_000)
    let others = many.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let taps = [
      TestChain.stream("a", many, to: 30_000), TestChain.stream("b", others, to: 30_000),
    ]
    let (first, latest) = (ChainTrace.report(taps), ChainTrace.report(taps, isFinal: false))
    #expect(first.incidents.count == 1_000)
    #expect(first.incidents.first?.first.time == 15)
    #expect(latest.incidents.count == 1_000)
    #expect(latest.incidents.last?.first.time == 29_995)
  }
}
