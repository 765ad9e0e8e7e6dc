import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-multiple-tags")
struct PesMultipleTagsTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesMultipleTags.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("the rule warns about two tags in a PES packet")
  func finds() throws {
    let run = try RuleRun(PesMultipleTags.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0) + StreamBuilder.tag(1), pts: 900_000)
    }
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["2 tags in one PES: media3 and mux.js read the first"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("a Nielsen tag after a non-Nielsen tag in a PES packet warns")
  func others() throws {
    let other = try #require(MadeTag.other(time: nil).tag).bytes
    let run = try RuleRun(PesMultipleTags.id) {
      $0.begin()
      $0.id3(other + StreamBuilder.tag(0), pts: 900_000)
      $0.id3(other + other + other, pts: 990_000)
    }
    #expect(
      run.messages == [
        "2 tags in one PES: media3 and mux.js read the first",
        "3 tags in one PES: media3 and mux.js read the first; owner \"TXXX: a\"",
      ]
    )
  }

  /// The second of two tags in a PES packet at byte 376 of this segment.
  private func tag(segment: String, mediaSequence: Int) throws -> TimedMetadataEvent {
    try MadeTag.inPES { ($0.tagsInFront, $0.tagCount) = (1, 2) }
      .with {
        ($0.segment, $0.mediaSequence, $0.offset) = (segment, mediaSequence, 376)
      }
  }

  @Test(
    "PES packets at the same offset of two segments count separately",
    arguments: [("a.ts", 1, 1), ("b.ts", 2, 2), ("a.ts", 2, 2)]
  )
  func segments(_ second: String, _ mediaSequence: Int, _ found: Int) throws {
    let tags = [
      try tag(segment: "a.ts", mediaSequence: 1),
      try tag(segment: second, mediaSequence: mediaSequence),
    ]
    #expect(try RuleRun(PesMultipleTags.id, tags).result.found == found)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesMultipleTags.id, settings: settings) {
      $0.begin()
      for index in 0..<2 { $0.id3(StreamBuilder.tag(index) + StreamBuilder.tag(9), pts: 900_000) }
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesMultipleTags.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesMultipleTags.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
