import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-layout")
struct TagLayoutTests {
  /// A tag whose payload is cut to fewer characters in a field.
  private func shortTag() throws -> TimedMetadataEvent {
    let element = try #require(SyntheticTags(seed: 7).first { $0.kind == .data })
    var payload = try element.content.payload()
    payload.removeSubrange(PayloadField.watermark.offset..<PayloadField.watermark.offset + 8)
    let body = payload + TagEnvelope.trailer
    let size = UInt8(body.count - 128)
    let frame = Array("PRIV".utf8) + [0, 0, 1, size, 0, 0] + body
    return MadeTag.of(
      bytes: Array("ID3".utf8) + [4, 0, 0x20, 0, 0, 1, UInt8(frame.count - 128)] + frame,
      time: 8
    )
  }

  @Test("a whole payload passes")
  func passes() throws {
    let run = try RuleRun(TagLayout.id, MadeTag.stream(seconds: 100))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a letter in place of a slash fails, and the message has its position")
  func separator() throws {
    let tag = try MadeTag.data(bytes: {
      $0[MadeTag.position(.watermark, -1)] = UInt8(ascii: "A")
    })
    let run = try RuleRun(TagLayout.id, [tag])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["\"/\" expected at character 65, found \"A\""])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test("a wrong payload length counts once, and is reported before the field that causes it")
  func length() throws {
    let run = try RuleRun(TagLayout.id, [shortTag()])
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "payload has 241 characters, expected 249",
        "watermark blob has 160 characters, expected 168",
      ]
    )
  }

  @Test("a letter in a numeric field fails")
  func digit() throws {
    let tag = try MadeTag.data(bytes: { $0[MadeTag.position(.fdOffset, 1)] = UInt8(ascii: "x") })
    let run = try RuleRun(TagLayout.id, [tag])
    #expect(run.messages == ["FD offset: digit expected at character 242, found \"x\""])
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = try MadeTag.dataTags(
      3,
      bytes: { index, bytes in
        if index > 0 { bytes[MadeTag.position(.fdOffset)] = UInt8(ascii: "x") }
      }
    )
    let run = try RuleRun(TagLayout.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.findings.map(\.count) == [2])
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagLayout.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}
