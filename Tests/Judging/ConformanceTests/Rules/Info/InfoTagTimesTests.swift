import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("info-tag-times")
struct InfoTagTimesTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(InfoTagTimes.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test(
    "an INFO tag with different first and last times is reported as information",
    arguments: [(10, "10"), (1, "1")]
  )
  func finds(_ seconds: UInt32, _ words: String) throws {
    let run = try RuleRun(
      InfoTagTimes.id,
      [MadeTag.info(content: { $0.firstTagTime -= seconds })]
    )
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.result.maximum == nil)
    #expect(run.messages == ["INFO tag spans \(words) s"])
    #expect(run.findings.first?.place == Place(time: 10, program: 1, pid: 0x102, offset: 10_000))
    #expect(run.findings.first?.severity == .info)
  }

  @Test("a stream without INFO tags is not assessed")
  func noInfo() throws {
    #expect(try RuleRun(InfoTagTimes.id, [MadeTag.data()]).result.notAssessed == .noTags)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    // An INFO tag that came before the model was refuted.
    let info = try MadeTag.info(bytes: { MadeTag.breakChecksum(&$0) })
    let run = try RuleRun(InfoTagTimes.id, [info] + MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
  }
}
