import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-dts")
struct PesDtsTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesDts.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with these tags in PES packets with a DTS.
  private func run(tags: [UInt8] = StreamBuilder.tag(0), flags: UInt8 = 0xc0) throws -> RuleRun {
    try RuleRun(PesDts.id) {
      $0.begin()
      var unit = PESPacket(pts: 990_000, dts: 900_000, isDataAligned: true, payload: tags).encoded
      unit[7] = flags
      $0.unit(unit, pid: StreamBuilder.id3PID)
    }
  }

  @Test("a tag with a DTS warns")
  func finds() throws {
    let run = try run()
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["metadata PES with a DTS"])
    #expect(run.findings.first?.place == Place(time: 1, program: 1, pid: 0x102, offset: 564))
  }

  @Test(
    "only a DTS and the forbidden PTS_DTS_flags '01' are reported, with different messages",
    arguments: [
      (0xc0, "metadata PES with a DTS"), (0x80, nil),
      (0x40, "metadata PES with the forbidden PTS_DTS_flags '01'"), (0, nil),
    ] as [(UInt8, String?)]
  )
  func flags(_ flags: UInt8, _ message: String?) throws {
    #expect(try run(flags: flags).messages == (message.map { [$0] } ?? []))
  }

  @Test("a PES packet with two tags counts once")
  func oncePerPacket() throws {
    #expect(try run(tags: StreamBuilder.tag(0) + StreamBuilder.tag(1)).result.found == 1)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesDts.id, settings: settings) {
      $0.begin()
      for index in 0..<2 {
        let packet = PESPacket(
          pts: 990_000,
          dts: 900_000,
          isDataAligned: true,
          payload: StreamBuilder.tag(index)
        )
        $0.unit(packet.encoded, pid: StreamBuilder.id3PID)
      }
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesDts.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesDts.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
