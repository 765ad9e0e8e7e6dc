import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("info-cids-null")
struct InfoCidsNullTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(InfoCidsNull.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  private let cid = ContentID(text: "pI-X5FFk07770SXf2ZbI6g==")

  @Test("an INFO tag with a CID fails")
  func finds() throws {
    let cid = try #require(cid)
    let run = try RuleRun(InfoCidsNull.id, [MadeTag.info(content: { $0.fdCID = cid })])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["INFO tag with FD CID pI-X…=="])
    #expect(run.findings.first?.place == Place(time: 10, program: 1, pid: 0x102, offset: 10_000))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let cid = try #require(cid)
    let tag = try MadeTag.info(content: {
      $0.pcCID = cid
      $0.fdCID = cid
    })
    let run = try RuleRun(InfoCidsNull.id, [tag], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.found == 2)
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("a DATA tag with a CID passes")
  func data() throws {
    #expect(try RuleRun(InfoCidsNull.id, [MadeTag.data(), MadeTag.info()]).findings.isEmpty)
  }

  @Test("a stream without INFO tags is not assessed")
  func noInfo() throws {
    #expect(try RuleRun(InfoCidsNull.id, [MadeTag.data()]).result.notAssessed == .noTags)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    // An INFO tag that came before the model was refuted.
    let info = try MadeTag.info(bytes: { MadeTag.breakChecksum(&$0) })
    let run = try RuleRun(InfoCidsNull.id, [info] + MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
  }
}
