import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-empty")
struct PesEmptyTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesEmpty.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with a PES packet of this payload on the ID3 PID.
  private func run(_ payload: [UInt8]) throws -> RuleRun {
    try RuleRun(PesEmpty.id) {
      $0.begin()
      $0.id3(payload, pts: 990_000)
      $0.audio(pts: 990_000)
    }
  }

  @Test("a PES packet of zeros warns, even in a stream without tags")
  func finds() throws {
    let run = try run([UInt8](repeating: 0, count: 10))
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["PES with 10 zero bytes (older ExoPlayer versions stop at it)"])
    #expect(run.findings.first?.place == Place(time: 1, program: 1, pid: 0x102, offset: 564))
  }

  @Test(
    "the message about an empty PES packet has the number of zeros",
    arguments: [
      ([], "empty PES"), ([0], "PES with 1 zero byte (older ExoPlayer versions stop at it)"),
      ([0, 1], nil),
    ] as [([UInt8], String?)]
  )
  func words(_ payload: [UInt8], _ message: String?) throws {
    #expect(try run(payload).messages == (message.map { [$0] } ?? []))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesEmpty.id, settings: settings) {
      $0.begin()
      for index in 1...2 { $0.id3([UInt8](repeating: 0, count: index), pts: 900_000) }
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesEmpty.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
