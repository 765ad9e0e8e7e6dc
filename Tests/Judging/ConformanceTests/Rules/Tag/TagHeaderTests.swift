import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-header")
struct TagHeaderTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TagHeader.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a tag with a wrong flags byte warns")
  func finds() throws {
    let run = try RuleRun(TagHeader.id, [MadeTag.data(bytes: { $0[5] = 0 })])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag flags 00, expected 20; GPAC will not recognize this tag"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
  }

  @Test(
    "every difference in the header has its own message",
    arguments: [
      (3, 3, ["ID3v2.3 header, expected 2.4"]),
      (4, 1, ["tag revision 01, expected 00; GPAC will not recognize this tag"]),
      (9, 4, ["tag size 260, expected 261; GPAC will not recognize this tag"]),
      (9, 0x84, ["tag size 00 00 02 84, expected 261; GPAC will not recognize this tag"]),
      (10, 0x54, ["frame id 54 52 49 56, expected 50 52 49 56; GPAC will not recognize this tag"]),
      (17, 0x7a, ["frame size 250, expected 251; GPAC will not recognize this tag"]),
      (19, 0x40, ["frame flags 00 40, expected 00 00; GPAC will not recognize this tag"]),
    ] as [(Int, UInt8, [String])]
  )
  func differences(_ position: Int, _ byte: UInt8, _ words: [String]) {
    var bytes = TagEnvelope.header
    bytes[position] = byte
    #expect(TagHeader.differences(bytes) == words)
    #expect(TagHeader.differences(TagEnvelope.header).isEmpty)
  }

  @Test(
    "a payload outside a readable PRIV frame with a Nielsen owner is an error",
    arguments: [
      ([10: 0x47, 11: 0x45, 12: 0x4f, 13: 0x42], "found GEOB"),
      ([10: 0x54, 11: 0x58, 12: 0x58, 13: 0x58], "found TXXX"),
      ([10: 0x70, 11: 0x72, 12: 0x69, 13: 0x76], "found no frame"),
      ([10: 0, 11: 0, 12: 0, 13: 0], "found no frame"),
      ([17: 0x7c], "found no frame"),
      ([19: 4], "found PRIV not readable"),
      ([9: 4], "found no frame"),
      ([20: 0], "found PRIV"),
    ] as [([Int: UInt8], String)]
  )
  func unreadable(_ changes: [Int: UInt8], _ words: String) throws {
    let tag = try MadeTag.data(bytes: { bytes in
      // With a leading NUL the owner is empty, and the payload is private data.
      if changes[20] == 0 { bytes.insert(0, at: 20) }
      for (position, byte) in changes { bytes[position] = byte }
      if changes[20] == 0 { bytes.removeLast() }
    })
    #expect(tag.tag?.nielsen != nil)
    let run = try RuleRun(TagHeader.id, [tag])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    let message =
      "no PRIV frame with a Nielsen owner, \(words): apps that look for the owner overlook this tag"
    #expect(run.messages.first == message)
    #expect(run.findings.first?.severity == .error)
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
    #expect(run.findings.dropFirst().allSatisfy { $0.severity == .warning })
  }

  @Test("a tag that is cut within its frame is reported only by tag-truncated")
  func cut() throws {
    let element = try #require(MadeTag.data().tag)
    var tag = element
    (tag.tag, tag.nielsen, tag.bytes) = (nil, nil, Array(element.bytes.dropLast(2)))
    tag.notes = ["tag-truncated"]
    tag.parse()
    let run = try RuleRun(TagHeader.id, [.tag(tag)])
    #expect(run.result.state == .pass)
  }

  @Test("a tag of version 2.3 counts once and has a message for each difference")
  func version() throws {
    let tag = try MadeTag.data(bytes: {
      $0[3] = 3
      $0[5] = 0
      $0[16] = 0
      $0[17] = 0xfb
    })
    let run = try RuleRun(TagHeader.id, [tag])
    #expect(run.result.found == 1)
    #expect(run.messages.first == "ID3v2.3 header, expected 2.4")
    #expect(run.messages.count == 3)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let tags = try MadeTag.dataTags(
      3,
      bytes: { index, bytes in
        if index > 0 { bytes[5] = 0 }
      }
    )
    let run = try RuleRun(TagHeader.id, tags, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(TagHeader.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test("a text input with bare payloads is not assessed")
  func text() throws {
    let run = try RuleRun(TagHeader.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(run.result.notAssessed == .carriage)
  }
}
