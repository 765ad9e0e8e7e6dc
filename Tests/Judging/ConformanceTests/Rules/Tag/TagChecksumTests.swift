import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-checksum")
struct TagChecksumTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagChecksum.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a changed payload warns with both checksums")
  func finds() throws {
    let tags = try MadeTag.dataTags(
      2,
      bytes: { index, bytes in
        if index == 1 { MadeTag.breakChecksum(&bytes) }
      }
    )
    let broken = try #require(tags.compactMap(\.tag).last?.nielsen)
    let stored = try #require(broken.storedChecksum)
    let computed = try #require(broken.computedChecksum)
    let run = try RuleRun(TagChecksum.id, tags)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [TagChecksum.mismatch(stored: stored, computed: computed)]
    )
    #expect(run.findings.first?.place == Place(time: 18, program: 1, pid: 0x102, offset: 18_000))
  }

  @Test("the message has both checksums with four hexadecimal digits")
  func message() {
    #expect(
      TagChecksum.mismatch(stored: 0x4131, computed: 0x30)
        == "checksum 4131, computed 0030: payload changed after it was made"
    )
  }

  @Test("a stream without a readable blob is not assessed")
  func noBlob() throws {
    let tag = try MadeTag.data(bytes: { $0[MadeTag.position(.watermark)] = UInt8(ascii: "!") })
    #expect(try RuleRun(TagChecksum.id, [tag]).result.notAssessed == .heuristicUnconfirmed)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = try MadeTag.dataTags(
      3,
      bytes: { index, bytes in
        if index > 0 { MadeTag.breakChecksum(&bytes) }
      }
    )
    let run = try RuleRun(TagChecksum.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    let run = try RuleRun(TagChecksum.id, MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
    #expect(run.findings.isEmpty)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagChecksum.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
