import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-trailer")
struct TagTrailerTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagTrailer.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a tag that ends with a zero byte instead of the letter A fails")
  func finds() throws {
    let run = try RuleRun(TagTrailer.id, [MadeTag.data(bytes: { $0[270] = 0 })])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag ends with 00 00, expected 00 41"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  /// A tag with these bytes after the payload.
  private func tag(ending: [UInt8]) throws -> TimedMetadataEvent {
    try MadeTag.data(bytes: { bytes in
      bytes.removeLast(2)
      bytes += ending
      bytes[9] = UInt8(bytes.count - 10 - 256)
      bytes[17] = UInt8(bytes.count - 20 - 128)
    })
  }

  @Test(
    "the message has the bytes at the end of the tag",
    arguments: [
      ([0], "tag ends with 00, expected 00 41"),
      ([], "tag ends with 30 30, expected 00 41: the owner is not terminated"),
      ([0, 0x41, 0x42], "tag ends with 00 41 42, expected 00 41"),
    ] as [([UInt8], String)]
  )
  func endings(_ ending: [UInt8], _ message: String) throws {
    #expect(try RuleRun(TagTrailer.id, [tag(ending: ending)]).messages == [message])
  }

  @Test("the message has only the first bytes of long private data")
  func long() {
    let words = TagTrailer.ending([UInt8](repeating: 0x41, count: 9))
    #expect(words == "tag ends with 00 41 41 41 41 41 41 41 41 ..., expected 00 41")
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = try MadeTag.dataTags(
      3,
      bytes: { index, bytes in
        if index > 0 { bytes[270] = 0 }
      }
    )
    let run = try RuleRun(TagTrailer.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagTrailer.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test("a text input with bare payloads is not assessed")
  func text() throws {
    let run = try RuleRun(TagTrailer.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(run.result.notAssessed == .carriage)
  }
}
