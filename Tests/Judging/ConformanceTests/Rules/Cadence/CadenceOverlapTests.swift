import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-overlap")
struct CadenceOverlapTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceOverlap.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// Three DATA tags; the second begins a number of seconds before the end of the first.
  private func run(overlap seconds: UInt32) throws -> RuleRun {
    try RuleRun(
      CadenceOverlap.id,
      MadeTag.dataTags(
        3,
        content: { index, content in
          if index == 1 { content.firstTagTime -= seconds }
        }
      )
    )
  }

  @Test("a tag that begins long before the previous one ended warns")
  func finds() throws {
    let run = try run(overlap: 12)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag starts 12 s before the previous one ended (two inserters?)"])
    #expect(run.findings.first?.place == Place(time: 18, program: 1, pid: 0x102, offset: 18_000))
  }

  @Test("an overlap of 9 s passes, and an overlap of 10 s warns", arguments: [(9, 0), (10, 1)])
  func limit(_ seconds: UInt32, _ found: Int) throws {
    #expect(try run(overlap: seconds).result.found == found)
  }

  @Test("a stream with a single DATA tag is not assessed")
  func tooFew() throws {
    #expect(try RuleRun(CadenceOverlap.id, [MadeTag.data()]).result.notAssessed == .tooFewTags)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    let run = try RuleRun(CadenceOverlap.id, MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
    #expect(run.findings.isEmpty)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceOverlap.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
