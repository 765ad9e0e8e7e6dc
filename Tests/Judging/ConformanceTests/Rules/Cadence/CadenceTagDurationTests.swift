import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-tag-duration")
struct CadenceTagDurationTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceTagDuration.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// DATA tags; the first ones span a number of seconds.
  private func run(_ seconds: Int, in broken: Int = 1, of count: Int = 3) throws -> RuleRun {
    try RuleRun(
      CadenceTagDuration.id,
      MadeTag.dataTags(
        count,
        content: { index, content in
          if index < broken {
            content.firstTagTime = UInt32(Int(content.lastTagTime) - seconds)
          }
        }
      )
    )
  }

  @Test("a tag that spans three seconds warns")
  func finds() throws {
    let run = try run(3)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag spans 3 s, expected 4 to 12 s"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test("a tag whose last tag time is before its first tag time warns")
  func backward() throws {
    #expect(try run(-1).messages == ["last tag time is before the first"])
  }

  @Test("a tag that spans 4 to 12 s passes", arguments: [(3, 1), (4, 0), (12, 0), (13, 1)])
  func limits(_ seconds: Int, _ found: Int) throws {
    #expect(try run(seconds).result.found == found)
  }

  @Test("two wrong spans in 100 tags pass, and three warn", arguments: [(2, true), (3, false)])
  func share(_ broken: Int, _ passes: Bool) throws {
    let run = try run(3, in: broken, of: 100)
    #expect(run.result.maximum == 2)
    #expect(run.result.found == broken)
    #expect(run.result.state == (passes ? .pass : .warn))
  }

  @Test("the message has the limits that the user set")
  func words() {
    #expect(
      CadenceTagDuration.span(3, shortest: 4.5, longest: 11)
        == "tag spans 3 s, expected 4.5 to 11 s"
    )
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    let run = try RuleRun(CadenceTagDuration.id, MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
    #expect(run.findings.isEmpty)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceTagDuration.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
