import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("info-offsets-zero")
struct InfoOffsetsZeroTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(InfoOffsetsZero.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an INFO tag with an offset fails")
  func finds() throws {
    let run = try RuleRun(InfoOffsetsZero.id, [MadeTag.info(content: { $0.fdOffset = 21_778 })])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["INFO tag with FD offset 21778"])
    #expect(run.findings.first?.place == Place(time: 10, program: 1, pid: 0x102, offset: 10_000))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tag = try MadeTag.info(content: {
      $0.pcOffset = 1
      $0.fdOffset = 1
    })
    let run = try RuleRun(InfoOffsetsZero.id, [tag], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.found == 2)
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("a stream without INFO tags is not assessed")
  func noInfo() throws {
    #expect(try RuleRun(InfoOffsetsZero.id, [MadeTag.data()]).result.notAssessed == .noTags)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    // An INFO tag that came before the model was refuted.
    let info = try MadeTag.info(bytes: { MadeTag.breakChecksum(&$0) })
    let run = try RuleRun(InfoOffsetsZero.id, [info] + MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
  }
}
