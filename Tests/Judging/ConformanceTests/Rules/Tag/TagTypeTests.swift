import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-type")
struct TagTypeTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagType.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an unknown type is reported as information")
  func finds() throws {
    let run = try RuleRun(TagType.id, [MadeTag.data(content: { $0.typeByte = 7 })])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag type 07, expected 01 (INFO) or 02 (DATA)"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test(
    "with severity warning, findings above the maximum warn",
    arguments: [(1.0, true), (0, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    var settings = RuleSettings(["maximum": maximum])
    settings.severity = .warning
    let tag = try MadeTag.data(content: { $0.typeByte = 0 })
    let run = try RuleRun(TagType.id, [tag], settings: settings)
    #expect(run.result.state == (passes ? .pass : .warn))
  }

  @Test("the type in a payload with a wrong checksum is not judged")
  func changed() throws {
    let tag = try MadeTag.data(
      bytes: { MadeTag.breakChecksum(&$0) },
      content: { $0.typeByte = 7 }
    )
    #expect(try RuleRun(TagType.id, [tag]).result.notAssessed == .heuristicUnconfirmed)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    let run = try RuleRun(TagType.id, MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
    #expect(run.findings.isEmpty)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagType.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
