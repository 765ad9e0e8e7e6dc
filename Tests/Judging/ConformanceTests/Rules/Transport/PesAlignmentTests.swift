import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-alignment")
struct PesAlignmentTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesAlignment.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("a tag without the alignment indicator fails")
  func finds() throws {
    let run = try RuleRun(PesAlignment.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000, isDataAligned: false)
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["data_alignment_indicator 0: media3 ignores this tag"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  /// A stream with a tag in two PES packets, aligned or not.
  private func run(_ first: Bool, _ second: Bool) throws -> RuleRun {
    try RuleRun(PesAlignment.id) {
      $0.begin()
      let tag = StreamBuilder.tag(0)
      $0.id3(Array(tag.prefix(100)), pts: 900_000, isDataAligned: first)
      $0.id3(Array(tag.dropFirst(100)), pts: nil, isDataAligned: second)
    }
  }

  @Test("a PES packet that continues a tag fails if it has the alignment indicator")
  func continuation() throws {
    #expect(try run(true, false).result.found == 0)
    #expect(
      try run(true, true).messages == [
        "data_alignment_indicator 1 where a tag continues: media3 starts a new tag"
      ]
    )
    #expect(try run(false, true).result.found == 2)
  }

  @Test("a PES packet with two tags counts once")
  func oncePerPacket() throws {
    let run = try RuleRun(PesAlignment.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0) + StreamBuilder.tag(1), pts: 900_000, isDataAligned: false)
    }
    #expect(run.result.found == 1)
  }

  @Test("a non-Nielsen tag without the alignment indicator warns")
  func others() throws {
    let run = try RuleRun(PesAlignment.id) {
      $0.begin()
      $0.id3(MadeTag.other(time: nil).tag?.bytes ?? [], pts: 900_000, isDataAligned: false)
      $0.id3(StreamBuilder.tag(0), pts: 990_000)
    }
    #expect(run.findings.map(\.severity) == [.warning])
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesAlignment.id, settings: settings) {
      $0.begin()
      for index in 0..<2 { $0.id3(StreamBuilder.tag(index), pts: 900_000, isDataAligned: false) }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesAlignment.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesAlignment.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
