import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-offset-range")
struct TagOffsetRangeTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagOffsetRange.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an offset above 25 hours warns")
  func finds() throws {
    let run = try RuleRun(TagOffsetRange.id, [MadeTag.data(content: { $0.fdOffset = 95_012 })])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["FD offset 95012 is more than a day"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test("an offset passes only if it is below 25 hours", arguments: [(89_999, 0), (90_000, 1)])
  func limit(_ offset: Int, _ found: Int) throws {
    let tag = try MadeTag.data(content: { $0.pcOffset = offset })
    #expect(try RuleRun(TagOffsetRange.id, [tag]).result.found == found)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = try MadeTag.dataTags(
      3,
      content: { index, content in
        if index > 0 { content.pcOffset = 95_000 }
      }
    )
    let run = try RuleRun(TagOffsetRange.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagOffsetRange.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
