import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-stream-id")
struct PesStreamIdTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesStreamId.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with a tag under this stream_id, in an access unit cell or not.
  private func run(streamID: UInt8, isCell: Bool = false) throws -> RuleRun {
    try RuleRun(PesStreamId.id) {
      $0.begin()
      let cell = isCell ? StreamBuilder.cell(StreamBuilder.tag(0)) : StreamBuilder.tag(0)
      $0.id3(cell, pts: 900_000, streamID: streamID)
    }
  }

  @Test("a stream_id other than 0xbd warns")
  func finds() throws {
    let run = try run(streamID: 0x0d)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["stream_id 0x0d, expected 0xbd"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test(
    "stream_id 0xfc passes for access unit cells only",
    arguments: [
      (0xbd, false, 0), (0xbd, true, 0), (0xfc, true, 0), (0xfc, false, 1), (0xbf, false, 1),
    ]
  )
  func cells(_ streamID: UInt8, _ isCell: Bool, _ found: Int) throws {
    #expect(try run(streamID: streamID, isCell: isCell).result.found == found)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesStreamId.id, settings: settings) {
      $0.begin()
      for index in 0..<2 { $0.id3(StreamBuilder.tag(index), pts: 900_000, streamID: 0x0d) }
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesStreamId.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesStreamId.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
