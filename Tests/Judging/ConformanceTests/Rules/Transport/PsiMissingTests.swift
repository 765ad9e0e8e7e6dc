import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("psi-missing")
struct PsiMissingTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PsiMissing.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("tags without a PAT fail")
  func noAssociation() throws {
    let run = try RuleRun(PsiMissing.id) { $0.tags(3) }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["no usable PAT: ID3 was found by its bytes"])
    #expect(run.findings.first?.place == Place(pid: 0x102, offset: 1880))
  }

  @Test("tags without the PMT of their program fail")
  func noMap() throws {
    let run = try RuleRun(PsiMissing.id) {
      $0.association([(2, StreamBuilder.mapPID)])
      $0.tags(3)
    }
    #expect(run.result.state == .fail)
    #expect(run.messages == ["no usable PMT for program 2: ID3 was found by its bytes"])
    #expect(run.findings.first?.place == Place(program: 2, pid: 0x102, offset: 2068))
  }

  @Test("a program without an ID3 stream may lack its PMT")
  func otherProgram() throws {
    let run = try RuleRun(PsiMissing.id) {
      $0.association([(1, StreamBuilder.mapPID), (2, 0x1100)])
      $0.map(StreamBuilder.map())
      $0.tags(3)
    }
    #expect(run.findings.isEmpty)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PsiMissing.id, settings: settings) {
      $0.association([(1, StreamBuilder.mapPID), (2, 0x1100)])
      $0.tags(3)
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PsiMissing.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
