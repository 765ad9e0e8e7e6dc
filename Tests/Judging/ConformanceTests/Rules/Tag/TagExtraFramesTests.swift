import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-extra-frames")
struct TagExtraFramesTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagExtraFrames.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// A tag with a number of TXXX frames after its PRIV frame.
  private func tag(extra count: Int, time: Double = 8) throws -> TimedMetadataEvent {
    try MadeTag.data(
      time: time,
      bytes: { bytes in
        for _ in 0..<count {
          bytes += Array("TXXX".utf8) + [0, 0, 0, 5, 0, 0] + [3, 0x61, 0, 0x62, 0]
        }
        let size = bytes.count - 10
        bytes.replaceSubrange(8..<10, with: [UInt8(size >> 7), UInt8(size & 0x7f)])
      }
    )
  }

  @Test("a tag with a second frame warns")
  func finds() throws {
    let run = try RuleRun(TagExtraFrames.id, [tag(extra: 1)])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["2 frames in the tag (PRIV, TXXX), expected PRIV alone"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test("the message names only the first eight of many frames")
  func many() throws {
    let run = try RuleRun(TagExtraFrames.id, [tag(extra: 9)])
    #expect(
      run.messages == [
        "10 frames in the tag (PRIV, TXXX, TXXX, TXXX, TXXX, TXXX, TXXX, TXXX, ...), "
          + "expected PRIV alone"
      ]
    )
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = [try MadeTag.data(), try tag(extra: 1), try tag(extra: 2, time: 18)]
    let run = try RuleRun(TagExtraFrames.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagExtraFrames.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test("a text input with bare payloads is not assessed")
  func text() throws {
    let run = try RuleRun(TagExtraFrames.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(run.result.notAssessed == .carriage)
  }
}
