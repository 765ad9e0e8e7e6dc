import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-count")
struct TagCountTests {
  @Test("a stream with a DATA tag every ten seconds passes")
  func passes() throws {
    let run = try RuleRun(TagCount.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 60)
    #expect(run.result.minimum == 45)
  }

  @Test(
    "the rule passes with three quarters of the expected tags, and warns with fewer",
    arguments: [(45, 0), (44, 1)]
  )
  func limit(_ count: Int, _ findings: Int) throws {
    let run = try RuleRun(TagCount.id, MadeTag.dataTags(count))
    #expect(run.result.state == (findings == 0 ? .pass : .warn))
    #expect(run.findings.count == findings)
  }

  @Test("the finding has the found and expected numbers and the stream")
  func message() throws {
    let run = try RuleRun(TagCount.id, MadeTag.dataTags(18), duration: 310.2)
    #expect(run.result.found == 18)
    #expect(run.messages == ["18 DATA tags in 310.2 s, expected at least 23"])
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102))
  }

  @Test("an input without tags warns with the expected number")
  func none() throws {
    let run = try RuleRun(TagCount.id, [], duration: 310.2)
    #expect(run.result.state == .warn)
    #expect(run.messages == ["0 DATA tags in 310.2 s, expected at least 23"])
  }

  @Test("the rule counts the worst rendition's tags and reports each rendition with too few tags")
  func renditions() throws {
    let full = try MadeTag.dataTags(30).map { $0.with { $0.rendition = "a" } }
    let few = try MadeTag.dataTags(10).map { $0.with { $0.rendition = "b" } }
    let summary = InputSummary.playlist([("a", 300), ("b", 300), ("without tags", 300)])
    let run = try RuleRun(TagCount.id, full + few, summary: summary)
    #expect(run.result.found == 10)
    #expect(run.result.minimum == 22)
    #expect(run.findings.map(\.place.rendition) == ["b"])
  }

  @Test("no tags are expected in a playlist before the first segment that was read")
  func start() throws {
    let segment = SegmentReport(
      rendition: "a",
      uri: "1.ts",
      mediaSequence: 1,
      start: 200,
      duration: 6
    )
    let tags = try MadeTag.dataTags(8).map { $0.with { $0.rendition = "a" } }
    let run = try RuleRun(TagCount.id, [.segment(segment)] + tags, summary: .playlist([("a", 300)]))
    #expect(run.result.minimum == 7)
    #expect(run.result.state == .pass)
  }

  @Test(
    "the share and the spacing of tags can be set",
    arguments: [(1.0, 20.0, 30), (0.5, 10, 30), (1, 0, 0)]
  )
  func thresholds(_ share: Double, _ spacing: Double, _ minimum: Int) throws {
    let settings = RuleSettings(["share": share, "spacing": spacing])
    let run = try RuleRun(TagCount.id, MadeTag.dataTags(5), settings: settings)
    #expect(run.result.minimum == minimum)
  }

  @Test(
    "an input that is too short, or has no clock, is not assessed",
    arguments: [(29.9, NotAssessed.tooShort), (nil, .noClock)] as [(Double?, NotAssessed)]
  )
  func notAssessed(_ duration: Double?, _ reason: NotAssessed) throws {
    let run = try RuleRun(TagCount.id, MadeTag.dataTags(2), duration: duration)
    #expect(run.result.notAssessed == reason)
  }

  @Test("no tags are expected in unread parts of the input", arguments: [(120.0, 0), (100, 1)])
  func unread(_ seconds: Double, _ findings: Int) throws {
    let hole = MadeHole.missing(from: 360, seconds: seconds)
    let run = try RuleRun(TagCount.id, MadeTag.dataTags(36) + [hole])
    #expect(run.findings.count == findings)
    #expect(try RuleRun(TagCount.id, [hole]).result.notAssessed == .notRead)
  }

  @Test(
    "no tags are expected before a start that the user chose",
    arguments: [(100.0, 26, 19), (200, 16, 12), (300, 6, 4)]
  )
  func begunLater(_ start: Double, _ count: Int, _ minimum: Int) throws {
    let tags = try MadeTag.dataTags(36).suffix(count)
    let run = try RuleRun(TagCount.id, Array(tags), duration: 360, isLimited: true, start: start)
    #expect(run.result.found == count)
    #expect(run.result.minimum == minimum)
    #expect(run.result.state == .pass)
  }

  @Test(
    "an input is not assessed if less than 30 s follow the start that the user chose",
    arguments: [331.0, 360, 1e9]
  )
  func begunAtTheEnd(_ start: Double) throws {
    let run = try RuleRun(TagCount.id, [], duration: 360, isLimited: true, start: start)
    #expect(run.result.notAssessed == .notRead)
    #expect(run.findings.isEmpty)
  }
}
