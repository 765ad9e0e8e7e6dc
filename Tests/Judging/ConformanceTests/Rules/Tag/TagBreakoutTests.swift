import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-breakout")
struct TagBreakoutTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagBreakout.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an unexpected breakout code fails")
  func finds() throws {
    let run = try RuleRun(TagBreakout.id, [MadeTag.data(content: { $0.breakout = 3 })])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["breakout 03, expected 00"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test(
    "the expected code can be set",
    arguments: [(3.0, []), (4, ["breakout 03, expected 04"])] as [(Double, [String])]
  )
  func value(_ value: Double, _ messages: [String]) throws {
    let tag = try MadeTag.data(content: { $0.breakout = 3 })
    let run = try RuleRun(TagBreakout.id, [tag], settings: RuleSettings(["value": value]))
    #expect(run.messages == messages)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = try MadeTag.dataTags(
      3,
      content: { index, content in
        if index > 0 { content.breakout = 12 }
      }
    )
    let run = try RuleRun(TagBreakout.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagBreakout.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
