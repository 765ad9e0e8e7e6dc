import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-marker-bits")
struct PesMarkerBitsTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesMarkerBits.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a PTS with a marker bit of 0 warns", arguments: [9, 11, 13])
  func finds(byte: Int) throws {
    let run = try RuleRun(PesMarkerBits.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000) { $0[0].payload[byte] &= 0xfe }
      $0.id3(StreamBuilder.tag(1), pts: 990_000)
    }
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["a marker bit of the PTS is 0"])
    #expect(run.findings.first?.place.pid == 0x102)
  }

  @Test("a stream without tags is not assessed")
  func noTags() throws {
    #expect(try RuleRun(PesMarkerBits.id, []).result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesMarkerBits.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
