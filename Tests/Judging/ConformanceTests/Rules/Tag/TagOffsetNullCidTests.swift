import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-offset-null-cid")
struct TagOffsetNullCidTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagOffsetNullCid.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an offset with a null CID fails")
  func finds() throws {
    let run = try RuleRun(
      TagOffsetNullCid.id,
      [
        MadeTag.data(content: {
          $0.pcCID = .null
          $0.pcOffset = 420
        })
      ]
    )
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["PC CID is null but PC offset is 00420"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test("the PC and FD offsets of INFO tags are judged too")
  func both() throws {
    let tag = try MadeTag.info(content: {
      $0.pcOffset = 1
      $0.fdOffset = 99_999
    })
    let run = try RuleRun(TagOffsetNullCid.id, [tag])
    #expect(
      run.messages == [
        "PC CID is null but PC offset is 00001", "FD CID is null but FD offset is 99999",
      ]
    )
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = try MadeTag.dataTags(
      3,
      content: { index, content in
        if index > 0 { content.fdCID = .null }
      }
    )
    let run = try RuleRun(TagOffsetNullCid.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagOffsetNullCid.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
