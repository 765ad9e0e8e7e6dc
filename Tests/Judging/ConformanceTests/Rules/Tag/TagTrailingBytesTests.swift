import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-trailing-bytes")
struct TagTrailingBytesTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagTrailingBytes.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// A tag followed by a number of bytes.
  private func tag(trailing count: Int, time: Double = 8) throws -> TimedMetadataEvent {
    let bytes = Array(([0, 0x41, 0, 0x7f] + [UInt8](repeating: 0x55, count: 8)).prefix(count))
    return try MadeTag.data(time: time).with { $0.trailing = TrailingBytes(bytes) }
  }

  @Test("bytes after the tag warn")
  func finds() throws {
    let run = try RuleRun(TagTrailingBytes.id, [tag(trailing: 12)])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["12 bytes after the tag, starting with 00 41 00 7f"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test("the message about a single byte uses the singular")
  func single() throws {
    let run = try RuleRun(TagTrailingBytes.id, [tag(trailing: 1)])
    #expect(run.messages == ["1 byte after the tag, starting with 00"])
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = [try MadeTag.data(), try tag(trailing: 12), try tag(trailing: 8, time: 18)]
    let run = try RuleRun(TagTrailingBytes.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagTrailingBytes.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test("a text input with bare payloads is not assessed")
  func text() throws {
    let run = try RuleRun(TagTrailingBytes.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(run.result.notAssessed == .carriage)
  }
}
