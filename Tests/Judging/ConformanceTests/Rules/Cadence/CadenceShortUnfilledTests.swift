import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-short-unfilled")
struct CadenceShortUnfilledTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceShortUnfilled.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// Runs the rule on `count` DATA tags. The first `broken` tags have the given length and number of used blocks.
  private func run(
    _ seconds: UInt32,
    blocks: Int,
    in broken: Int = 1,
    of count: Int = 3
  ) throws -> RuleRun {
    try RuleRun(
      CadenceShortUnfilled.id,
      MadeTag.dataTags(
        count,
        content: { index, content in
          guard index < broken else { return }
          content.firstTagTime = content.lastTagTime - seconds
          content.blocks =
            [UInt8](repeating: 0x55, count: blocks * 16)
            + [[UInt8]](repeating: ContentID.null.bytes, count: 7 - blocks).joined()
        }
      )
    )
  }

  @Test("a short tag with unused blocks is reported as information")
  func finds() throws {
    let run = try run(6, blocks: 4)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag of 6 s was released early, with 3 of 7 blocks unused"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test(
    "a full tag of any length, or a tag of nine seconds, passes",
    arguments: [(6, 7, 0), (6, 6, 1), (8, 4, 1), (9, 4, 0)] as [(UInt32, Int, Int)]
  )
  func limits(_ seconds: UInt32, _ blocks: Int, _ found: Int) throws {
    #expect(try run(seconds, blocks: blocks).result.found == found)
  }

  @Test("in a hundred tags, the maximum number of short tags is two", arguments: [2, 3])
  func share(_ broken: Int) throws {
    let run = try run(6, blocks: 4, in: broken, of: 100)
    #expect(run.result.maximum == 2)
    #expect(run.result.found == broken)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    let run = try RuleRun(CadenceShortUnfilled.id, MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
    #expect(run.findings.isEmpty)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceShortUnfilled.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
