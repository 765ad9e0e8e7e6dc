import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-sync")
struct TsSyncTests {
  @Test("a clean stream passes")
  func passes() throws {
    let run = try RuleRun(TsSync.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("bytes that are no packets warn and count one by one")
  func finds() throws {
    let run = try run(junk: 70_144)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 70_144)
    #expect(run.messages == ["lost sync, 70 144 bytes skipped"])
    #expect(run.findings.first?.place == Place(time: 2.9, offset: 7144))
  }

  /// A stream with so many bytes between two packets, none of them a sync byte.
  private func run(junk count: Int, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(TsSync.id, settings: settings) {
      $0.clean()
      $0.append(raw: [UInt8](repeating: 0x11, count: count))
      $0.tags(3, start: 1_170_000, firstIndex: 3)
    }
  }

  @Test(
    "the message has the number of bytes",
    arguments: [
      (1, "lost sync, 1 byte skipped"), (9999, "lost sync, 9999 bytes skipped"),
      (10_000, "lost sync, 10 000 bytes skipped"),
    ]
  )
  func words(_ count: Int, _ message: String) throws {
    #expect(try run(junk: count).messages == [message])
  }

  @Test("bytes in front of the first packet are told apart")
  func leading() throws {
    let run = try RuleRun(TsSync.id) {
      $0.append(raw: [UInt8](repeating: 0x11, count: 77))
      $0.clean()
    }
    #expect(run.messages == ["77 bytes skipped before the first packet"])
    #expect(run.findings.first?.place == Place(offset: 0))
  }

  @Test("bytes that are tolerated pass, one more does not", arguments: [(100, true), (101, false)])
  func maximum(_ count: Int, _ passes: Bool) throws {
    let run = try run(junk: count, settings: RuleSettings(["maximum": 100]))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.maximum == 100)
  }

  @Test(
    "other carriages have none of it",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(TsSync.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
