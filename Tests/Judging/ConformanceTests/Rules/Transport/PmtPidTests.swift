import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pmt-pid")
struct PmtPidTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PmtPid.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an ID3 PID that is listed twice warns once for all copies of the PMT")
  func twice() throws {
    let stream = StreamBuilder.id3Stream()
    let run = try RuleRun(PmtPid.id) {
      $0.clean(StreamBuilder.map(id3: [stream, stream]))
      $0.tables(StreamBuilder.map(id3: [stream, stream]))
    }
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["PID 0x102 is listed 2 times in the PMT"])
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102, offset: 188))
  }

  @Test(
    "an ID3 stream on a reserved PID warns",
    arguments: [
      (0x1fff, "ID3 on PID 0x1fff, which carries null packets"),
      (0x0f, "ID3 on PID 0xf, which is reserved for tables"),
    ] as [(UInt16, String)]
  )
  func reserved(_ pid: UInt16, _ message: String) throws {
    let run = try RuleRun(PmtPid.id) {
      $0.clean(StreamBuilder.map(id3: [StreamBuilder.id3Stream(pid: pid)]))
    }
    #expect(run.messages == [message])
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtPid.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
