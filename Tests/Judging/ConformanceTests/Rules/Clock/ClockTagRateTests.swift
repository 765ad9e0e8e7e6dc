import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-tag-rate")
struct ClockTagRateTests {
  /// DATA tags with a clock that is slow by some seconds from the third on.
  private func run(tags: Int = 6, behind seconds: Int) throws -> RuleRun {
    let tags = try MadeTag.dataTags(
      tags,
      content: { index, content in
        if index >= 2 { content.lastTagTime = UInt32(Int(content.lastTagTime) - seconds) }
      }
    )
    return try RuleRun(ClockTagRate.id, tags)
  }

  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(ClockTagRate.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test(
    "a step of the tags' clock in either direction warns",
    arguments: [
      (7, "PTS advanced 10.0 s, the tag clock 3.0 s"),
      (-7, "PTS advanced 10.0 s, the tag clock 17.0 s"),
    ]
  )
  func finds(_ seconds: Int, _ message: String) throws {
    let run = try run(behind: seconds)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == [message])
    #expect(run.findings.first?.place == Place(time: 28, program: 1, pid: 0x102, offset: 28_000))
  }

  @Test(
    "a step of 2 s passes, and a step of 3 s warns",
    arguments: [(2, 0), (3, 1), (-2, 0), (-3, 1)]
  )
  func limit(_ seconds: Int, _ found: Int) throws {
    #expect(try run(behind: seconds).result.found == found)
  }

  @Test(
    "one step in 50 pairs passes, and one in 49 warns",
    arguments: [(51, 1, true), (50, 0, false)]
  )
  func share(_ tags: Int, _ maximum: Int, _ passes: Bool) throws {
    let run = try run(tags: tags, behind: 7)
    #expect(run.result.maximum == maximum)
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.messages.count == 1)
  }

  @Test("an estimated time is not compared")
  func estimated() throws {
    let tags = try MadeTag.dataTags(4).enumerated().map { index, tag in
      guard index == 1 else { return tag }
      return tag.with {
        $0.time = 25
        $0.notes = ["clock-estimated"]
      }
    }
    #expect(try RuleRun(ClockTagRate.id, tags).result.found == 0)
  }

  @Test("a stream without a valid blob or without tags, or a text input, is not assessed")
  func notAssessed() throws {
    let id = ClockTagRate.id
    #expect(try RuleRun(id, MadeTag.refuted()).result.notAssessed == .heuristicUnconfirmed)
    let broken = try MadeTag.dataTags(2, bytes: { MadeTag.breakChecksum(&$1) })
    #expect(try RuleRun(id, broken).result.notAssessed == .heuristicUnconfirmed)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .tooFewTags)
    #expect(try RuleRun(id, []).result.notAssessed == .noTags)
    let text = try RuleRun(id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
  }
}
