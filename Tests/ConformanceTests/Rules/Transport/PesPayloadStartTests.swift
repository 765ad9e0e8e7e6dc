import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-payload-start")
struct PesPayloadStartTests {
  @Test("a clean stream passes")
  func passes() throws {
    let run = try RuleRun(PesPayloadStart.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with so many bytes in front of a tag.
  private func run(bytes count: Int) throws -> RuleRun {
    try RuleRun(PesPayloadStart.id) {
      $0.begin()
      $0.id3([UInt8](repeating: 9, count: count) + StreamBuilder.tag(0), pts: 900_000)
    }
  }

  @Test("bytes in front of the tag fail")
  func finds() throws {
    let run = try run(bytes: 16)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["16 bytes before \"ID3\""])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("a single byte is a byte")
  func single() throws {
    #expect(try run(bytes: 1).messages == ["1 byte before \"ID3\""])
  }

  @Test("what is no PES packet at all fails")
  func noPacket() throws {
    let run = try RuleRun(PesPayloadStart.id) {
      $0.begin()
      $0.unit([UInt8](repeating: 9, count: 184), pid: StreamBuilder.id3PID)
      $0.id3(StreamBuilder.tag(0), pts: 900_000)
    }
    #expect(run.messages == ["no PES packet where a unit starts"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("a PES packet that no unit start announces fails")
  func noUnitStart() throws {
    let run = try RuleRun(PesPayloadStart.id) {
      $0.begin()
      for index in 0..<3 {
        $0.id3(StreamBuilder.tag(index), pts: 900_000) { $0[0].startsUnit = index != 1 }
      }
    }
    #expect(run.messages == ["PES packet without a unit start, not read"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 940))
  }

  @Test("what is tolerated passes, one more does not", arguments: [(2.0, true), (1, false)])
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesPayloadStart.id, settings: settings) {
      $0.begin()
      for index in 0..<2 { $0.id3([9] + StreamBuilder.tag(index), pts: 900_000) }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("without a Nielsen tag there is nothing to judge")
  func noTags() throws {
    let run = try RuleRun(PesPayloadStart.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "other carriages have none of it",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesPayloadStart.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
