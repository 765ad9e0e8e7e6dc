import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-sync")
struct TsSyncTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsSync.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("a large share of bytes outside packets fails, and each of these bytes is counted")
  func finds() throws {
    let run = try run(junk: 70_144)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 70_144)
    #expect(
      run.messages == [
        "lost sync, 70 144 bytes skipped",
        "83.4 % of the input is outside of transport stream packets (limit 1.0 %)",
      ]
    )
    #expect(run.findings.map(\.severity) == [.warning, .error])
    #expect(run.findings.first?.place == Place(time: 2.9, offset: 7144))
  }

  /// A stream with a number of bytes between two packets, none of them a sync byte.
  private func run(junk count: Int, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(TsSync.id, settings: settings) {
      $0.clean()
      $0.append(raw: [UInt8](repeating: 0x11, count: count))
      $0.tags(3, start: 1_170_000, firstIndex: 3)
    }
  }

  @Test(
    "a small share of bytes outside packets warns, and the share can be set",
    arguments: [(100, [:], .warn), (1000, [:], .fail), (1000, ["error": 0.5], .warn)]
      as [(Int, [String: Double], RuleResult.State)]
  )
  func share(_ count: Int, _ values: [String: Double], _ state: RuleResult.State) throws {
    let run = try run(junk: count, settings: RuleSettings(values))
    #expect(run.result.state == state)
    #expect(run.result.found == count)
  }

  @Test(
    "the message about bytes outside packets has the number of these bytes",
    arguments: [
      (1, "lost sync, 1 byte skipped"), (9999, "lost sync, 9999 bytes skipped"),
      (10_000, "lost sync, 10 000 bytes skipped"),
    ]
  )
  func words(_ count: Int, _ message: String) throws {
    #expect(try run(junk: count).messages.first == message)
  }

  @Test(
    "a partial packet at the start is reported as information, more bytes warn, many bytes fail",
    arguments: [(77, .pass), (187, .pass), (300, .warn), (30_000, .fail)]
      as [(Int, RuleResult.State)]
  )
  func leading(_ count: Int, _ state: RuleResult.State) throws {
    let run = try RuleRun(TsSync.id) {
      $0.append(raw: [UInt8](repeating: 0x11, count: count))
      $0.clean()
    }
    #expect(run.result.state == state)
    #expect(run.messages.first?.hasSuffix("bytes skipped before the first packet") == true)
    #expect(run.findings.first?.place == Place(offset: 0))
    #expect(run.findings.first?.severity == (state == .pass ? .info : .warning))
  }

  @Test(
    "bytes up to the maximum pass, and one more byte does not",
    arguments: [(100, true), (101, false)]
  )
  func maximum(_ count: Int, _ passes: Bool) throws {
    let run = try run(junk: count, settings: RuleSettings(["maximum": 100, "error": 1]))
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.maximum == 100)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(TsSync.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
