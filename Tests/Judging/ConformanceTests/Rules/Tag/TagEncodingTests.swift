import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-encoding")
struct TagEncodingTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagEncoding.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a plus sign, which is not base64url, fails")
  func finds() throws {
    let run = try RuleRun(
      TagEncoding.id,
      [MadeTag.data(bytes: { $0[MadeTag.position(.fdCID, 3)] = UInt8(ascii: "+") })]
    )
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "FD CID is not base64url: \"+\" at character 44 (base64 instead of base64url)"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test("an invalid character of the blob, or missing padding, fails")
  func others() throws {
    let tag = try MadeTag.data(bytes: {
      $0[MadeTag.position(.watermark, 1)] = UInt8(ascii: "!")
      $0[MadeTag.position(.pcCID, 23)] = UInt8(ascii: "A")
    })
    let run = try RuleRun(TagEncoding.id, [tag])
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "PC CID is not base64url: \"A\" at character 39 (\"=\" expected)",
        "watermark blob is not base64url: \"!\" at character 67",
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
      bytes: { index, bytes in
        if index > 0 { bytes[MadeTag.position(.fdCID, 3)] = UInt8(ascii: "+") }
      }
    )
    let run = try RuleRun(TagEncoding.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagEncoding.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
