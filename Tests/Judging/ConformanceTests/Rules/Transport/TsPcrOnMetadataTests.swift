import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-pcr-on-metadata")
struct TsPcrOnMetadataTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsPcrOnMetadata.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with a number of PCRs on the ID3 PID.
  private func run(references: Int, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(TsPcrOnMetadata.id, settings: settings) {
      $0.begin(StreamBuilder.map(pcrPID: StreamBuilder.id3PID))
      $0.id3(StreamBuilder.tag(0), pts: 900_000)
      for index in 0..<references {
        $0.pcr(900_000 + Int64(index) * 9000, pid: StreamBuilder.id3PID)
      }
    }
  }

  /// An audio stream with tags, and with a number of PCRs on the PID that the PMT declares.
  private func run(seconds: Int, references: Int, pcrPID: UInt16) throws -> RuleRun {
    try RuleRun(TsPcrOnMetadata.id) {
      $0.begin(StreamBuilder.map(pcrPID: pcrPID))
      for index in 0..<references { $0.pcr(900_000 + Int64(index) * 9000, pid: pcrPID) }
      $0.tags(seconds)
    }
  }

  @Test(
    "a declared PCR PID without a PCR is reported as information in a stream of at least 10 s",
    arguments: [(12, 0, 0x100, 1), (12, 1, 0x100, 0), (9, 0, 0x100, 0), (12, 0, 0x1FFF, 0)]
  )
  func missing(_ seconds: Int, _ references: Int, _ pid: UInt16, _ found: Int) throws {
    let run = try run(seconds: seconds, references: references, pcrPID: pid)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.map(\.severity) == Array(repeating: .info, count: found))
    #expect(
      run.messages
        == Array(
          repeating: "PMT names PID 0x100 as PCR PID, but no PCR arrived in 12.0 s",
          count: found
        )
    )
  }

  @Test("a PCR on the ID3 PID warns once", arguments: [1, 20])
  func finds(_ references: Int) throws {
    let run = try run(references: references)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["PCR on the ID3 PID"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 940))
  }

  @Test("a PMT that declares the ID3 PID as PCR PID warns, even without a PCR")
  func promised() throws {
    let run = try run(references: 0)
    #expect(run.result.state == .warn)
    #expect(run.messages == ["the PMT names the ID3 PID as PCR PID, but no PCR arrived"])
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102, offset: 188))
  }

  @Test("a PCR on another PID passes")
  func elsewhere() throws {
    let run = try RuleRun(TsPcrOnMetadata.id) {
      $0.begin()
      $0.pcr(900_000, pid: StreamBuilder.videoPID)
      $0.id3(StreamBuilder.tag(0), pts: 900_000)
    }
    #expect(run.result.found == 0)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(1.0, true), (0, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run(references: 1, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(TsPcrOnMetadata.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
