import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pmt-same-program")
struct PmtSameProgramTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PmtSameProgram.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A PMT of a program that has only an ID3 stream.
  private func alone(_ program: UInt16, pid: UInt16) -> ProgramMap {
    StreamBuilder.map(
      program: program,
      pcrPID: ProgramMap.noPCR,
      id3: [StreamBuilder.id3Stream(pid: pid)],
      audioPID: nil,
      videoPID: nil
    )
  }

  @Test("an ID3 stream in a different program from audio and video fails, even without tags")
  func finds() throws {
    let run = try RuleRun(PmtSameProgram.id) {
      $0.association([(1, StreamBuilder.mapPID), (3, 0x1100)])
      $0.map(StreamBuilder.map(id3: []))
      $0.map(alone(3, pid: 0x302), pid: 0x1100)
      $0.audio(pts: 900_000)
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["program 3 has ID3 but no audio or video"])
    #expect(run.findings.first?.place == Place(program: 3, offset: 376))
  }

  @Test("an ID3 stream passes if no program has audio or video")
  func noFrames() throws {
    let run = try RuleRun(PmtSameProgram.id) { $0.tables(alone(1, pid: 0x102)) }
    #expect(run.result.state == .pass)
  }

  @Test("an ID3 stream in a program with only audio passes")
  func audio() throws {
    let run = try RuleRun(PmtSameProgram.id) { $0.clean(StreamBuilder.map(videoPID: nil)) }
    #expect(run.result.found == 0)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PmtSameProgram.id, settings: settings) {
      $0.association([(1, StreamBuilder.mapPID), (3, 0x1100), (4, 0x1200)])
      $0.map(StreamBuilder.map())
      $0.map(alone(3, pid: 0x302), pid: 0x1100)
      $0.map(alone(4, pid: 0x402), pid: 0x1200)
      $0.audio(pts: 900_000)
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtSameProgram.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
