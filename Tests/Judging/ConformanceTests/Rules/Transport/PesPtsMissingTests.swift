import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-pts-missing")
struct PesPtsMissingTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesPtsMissing.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("a tag without a PTS fails, and gets the time of the preceding audio")
  func finds() throws {
    let run = try RuleRun(PesPtsMissing.id) {
      $0.begin()
      $0.audio(pts: 1_080_000)
      $0.id3(StreamBuilder.tag(0), pts: nil)
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["no PTS: hls.js drops this tag, and media3 stops"])
    #expect(run.findings.first?.place == Place(time: 2, program: 1, pid: 0x102, offset: 752))
  }

  @Test("a PES packet with two tags counts once")
  func oncePerPacket() throws {
    let run = try RuleRun(PesPtsMissing.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0) + StreamBuilder.tag(1), pts: nil)
    }
    #expect(run.result.found == 1)
  }

  @Test("a PES packet that continues a tag needs no PTS")
  func continuation() throws {
    let run = try RuleRun(PesPtsMissing.id) {
      $0.begin()
      $0.id3(Array(StreamBuilder.tag(0).prefix(100)), pts: 900_000)
      $0.id3(Array(StreamBuilder.tag(0).dropFirst(100)), pts: nil, isDataAligned: false)
    }
    #expect(run.result.found == 0)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesPtsMissing.id, settings: settings) {
      $0.begin()
      for index in 0..<2 { $0.id3(StreamBuilder.tag(index), pts: nil) }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesPtsMissing.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesPtsMissing.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
