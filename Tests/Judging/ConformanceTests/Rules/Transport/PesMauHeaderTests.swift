import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-mau-header")
struct PesMauHeaderTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesMauHeader.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with a tag in an access unit cell.
  private func run(streamID: UInt8) throws -> RuleRun {
    try RuleRun(PesMauHeader.id) {
      $0.begin()
      $0.id3(StreamBuilder.cell(StreamBuilder.tag(0)), pts: 900_000, streamID: streamID)
    }
  }

  @Test("an access unit cell before the tag fails")
  func finds() throws {
    let run = try run(streamID: 0xfc)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["metadata AU cell header before ID3 (stream_id 0xfc)"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("an access unit cell in private stream 1 fails")
  func privateStream() throws {
    #expect(
      try run(streamID: 0xbd).messages == ["metadata AU cell header before ID3 (stream_id 0xbd)"]
    )
  }

  @Test("a tag without an access unit cell passes in the metadata stream")
  func noCell() throws {
    let run = try RuleRun(PesMauHeader.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000, streamID: 0xfc)
    }
    #expect(run.result.found == 0)
  }

  @Test("the message has no stream_id if the PES header is lost")
  func noHeader() throws {
    let tag = try MadeTag.inPES { $0.streamID = nil }.with { $0.notes = ["pes-mau-header"] }
    let run = try RuleRun(PesMauHeader.id, [tag])
    #expect(run.messages == ["metadata AU cell header before ID3"])
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesMauHeader.id, settings: settings) {
      $0.begin()
      for index in 0..<2 {
        $0.id3(StreamBuilder.cell(StreamBuilder.tag(index)), pts: 900_000, streamID: 0xfc)
      }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesMauHeader.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesMauHeader.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
