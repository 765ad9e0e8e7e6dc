import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("psi-interval")
struct PsiIntervalTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PsiInterval.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with a PCR every 0.1 s, and with the tables twice, a number of tenths of a second apart.
  private func run(tenths: Int64, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(PsiInterval.id, settings: settings) {
      $0.tables()
      for tenth in 0...tenths + 4 {
        if tenth == tenths { $0.tables() }
        $0.pcr(900_000 + tenth * 9000, pid: StreamBuilder.videoPID)
        $0.audio(pts: 900_000 + tenth * 9000)
      }
    }
  }

  @Test("tables at long intervals are reported as information")
  func finds() throws {
    let run = try run(tenths: 22)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 2)
    #expect(run.messages == ["no PAT for 2.1 s (limit 0.5 s)", "no PMT for 2.1 s (limit 0.5 s)"])
    #expect(run.findings.map(\.severity) == [.info, .info])
    #expect(run.findings.first?.place == Place(time: 2.1, pid: 0, offset: 8648))
    #expect(run.findings.last?.place == Place(time: 2.1, program: 1, pid: 0x1000, offset: 8836))
  }

  @Test(
    "a clock jump at a declared discontinuity does not count as an interval",
    arguments: [(true, 0), (false, 2)]
  )
  func discontinuity(_ isDeclared: Bool, _ found: Int) throws {
    let run = try RuleRun(PsiInterval.id) {
      for tenth in 0..<Int64(30) {
        let leap: Int64 = tenth < 14 ? 0 : 450_000
        if tenth % 4 == 0 { $0.tables() }
        $0.pcr(
          900_000 + tenth * 9000 + leap,
          pid: StreamBuilder.videoPID,
          isDiscontinuous: isDeclared && tenth == 14
        )
        $0.audio(pts: 900_000 + tenth * 9000 + leap)
      }
    }
    #expect(run.result.found == found)
  }

  @Test(
    "an interval up to the limit that the user set passes, and a longer one does not",
    arguments: [(2.1, 0), (2.0, 2)]
  )
  func limit(_ limit: Double, _ found: Int) throws {
    let run = try run(tenths: 22, settings: RuleSettings(["limit": limit]))
    #expect(run.result.found == found)
  }

  /// The reader's note about a PMT with this interval.
  private func note(seconds: Double) -> TimedMetadataEvent {
    .note(StreamNote(id: "psi-interval", pid: 0x1000, measured: seconds, detail: "PMT"))
  }

  @Test("an interval of 0.5 s passes, and a longer one does not", arguments: [(0.5, 0), (0.51, 1)])
  func halfSecond(_ seconds: Double, _ found: Int) throws {
    #expect(try RuleRun(PsiInterval.id, [note(seconds: seconds)]).result.found == found)
  }

  @Test(
    "a stream of two seconds is assessed, and a shorter one is not",
    arguments: [(2.0, nil), (1.9, .tooShort)] as [(Double, NotAssessed?)]
  )
  func tooShort(_ duration: Double, _ reason: NotAssessed?) throws {
    let run = try RuleRun(PsiInterval.id, [note(seconds: 1)], duration: duration)
    #expect(run.result.notAssessed == reason)
    #expect(run.findings.count == (reason == nil ? 1 : 0))
  }

  @Test("a stream without a timeline is not assessed")
  func noClock() throws {
    let run = try RuleRun(PsiInterval.id, [note(seconds: 1)], duration: nil)
    #expect(run.result.notAssessed == .noClock)
  }

  @Test(
    "with severity warning, findings above the maximum warn",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings.warning(["maximum": maximum])
    let run = try RuleRun(PsiInterval.id, settings: settings) {
      $0.tables()
      for tenth in 0...20 {
        $0.pcr(900_000 + Int64(tenth) * 9000, pid: StreamBuilder.videoPID)
        $0.audio(pts: 900_000 + Int64(tenth) * 9000)
      }
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PsiInterval.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
