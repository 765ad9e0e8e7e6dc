import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-cid-change")
struct TagCidChangeTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagCidChange.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// Five DATA tags; the last ones have these FD CIDs.
  private func tags(_ last: ContentID?...) throws -> [TimedMetadataEvent] {
    try MadeTag.dataTags(
      5,
      content: { index, content in
        let place = index - (5 - last.count)
        if place >= 0, let cid = last[place] { content.fdCID = cid }
      }
    )
  }
  private let other = ContentID(bytes: [UInt8](repeating: 0xa0, count: 16))

  @Test("a change of the CID is reported as information")
  func finds() throws {
    let run = try RuleRun(TagCidChange.id, tags(other, other))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.result.maximum == nil)
    #expect(run.messages == ["FD CID changed (new source, or new broadcast day)"])
    #expect(run.findings.first?.place == Place(time: 38, program: 1, pid: 0x102, offset: 38_000))
    #expect(run.findings.first?.severity == .info)
  }

  @Test("a CID that becomes null, or is no longer null, is reported as such")
  func null() throws {
    let run = try RuleRun(TagCidChange.id, tags(.null, nil))
    #expect(
      run.messages == [
        "FD CID is null now (no source)", "FD CID is no longer null (source identified)",
      ]
    )
  }

  @Test("an unreadable CID is not a change")
  func unreadable() throws {
    let tags = try MadeTag.dataTags(
      3,
      bytes: { index, bytes in
        if index == 1 { bytes[MadeTag.position(.fdCID)] = UInt8(ascii: "+") }
      }
    )
    #expect(try RuleRun(TagCidChange.id, tags).findings.isEmpty)
  }

  @Test("two DATA tags are assessed, and a single one is not")
  func tooFew() throws {
    #expect(try RuleRun(TagCidChange.id, [MadeTag.data()]).result.notAssessed == .tooFewTags)
    #expect(try RuleRun(TagCidChange.id, MadeTag.dataTags(2)).result.found == 0)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagCidChange.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
