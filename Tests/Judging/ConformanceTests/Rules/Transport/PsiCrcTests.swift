import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("psi-crc")
struct PsiCrcTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PsiCrc.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A section whose CRC has one wrong bit.
  private func damaged(_ section: [UInt8]) -> [UInt8] {
    var section = section
    section[section.count - 1] ^= 1
    return section
  }

  /// The last four bytes of a section as one number.
  private func crc(_ section: [UInt8]) -> String {
    section.suffix(4).map { Words.hex($0) }.joined()
  }

  @Test("a PMT with a wrong CRC fails")
  func finds() throws {
    let section = StreamBuilder.map(version: 1).section.encoded
    let run = try RuleRun(PsiCrc.id) {
      $0.clean()
      $0.section(damaged(section), pid: StreamBuilder.mapPID)
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["PMT CRC \(crc(damaged(section))), computed \(crc(section))"])
    #expect(run.findings.first?.place == Place(time: 2.9, pid: 0x1000, offset: 7144))
  }

  @Test("a PAT with a wrong CRC fails")
  func association() throws {
    let table = ProgramAssociation(
      version: 1,
      programs: [.init(programNumber: 1, pid: StreamBuilder.mapPID)]
    )
    let section = table.section.encoded
    let run = try RuleRun(PsiCrc.id) {
      $0.clean()
      $0.section(damaged(section), pid: 0)
    }
    #expect(run.messages == ["PAT CRC \(crc(damaged(section))), computed \(crc(section))"])
    #expect(run.findings.first?.place == Place(time: 2.9, pid: 0, offset: 7144))
  }

  @Test("identical copies of a table with a wrong CRC are reported once")
  func copies() throws {
    let run = try RuleRun(PsiCrc.id) {
      $0.association()
      for _ in 0..<5 {
        $0.section(damaged(StreamBuilder.map().section.encoded), pid: StreamBuilder.mapPID)
      }
      $0.tags(3)
    }
    #expect(run.result.found == 1)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PsiCrc.id, settings: settings) {
      $0.clean()
      for version in 1...2 {
        let section = StreamBuilder.map(version: UInt8(version)).section.encoded
        $0.section(damaged(section), pid: StreamBuilder.mapPID)
      }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PsiCrc.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
