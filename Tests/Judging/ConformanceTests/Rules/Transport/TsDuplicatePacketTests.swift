import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-duplicate-packet")
struct TsDuplicatePacketTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsDuplicatePacket.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("a packet that is sent twice is reported as information")
  func finds() throws {
    let run = try run { $0.insert($0[0], at: 1) }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["packet repeated once: copy dropped"])
    #expect(run.findings.map(\.severity) == [.info])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 752))
  }

  /// A stream with a tag whose packets are changed.
  private func run(_ change: (inout [OutgoingPacket]) -> Void) throws -> RuleRun {
    try RuleRun(TsDuplicatePacket.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000, change: change)
    }
  }

  @Test("a second repeat has its own message")
  func thrice() throws {
    let run = try run { $0.insert(contentsOf: [$0[0], $0[0]], at: 1) }
    #expect(run.result.found == 2)
    #expect(
      run.messages == ["packet repeated once: copy dropped", "packet repeated more than once"]
    )
  }

  @Test("a packet that repeats the counter of the previous packet with different content warns")
  func differs() throws {
    let run = try run { packets in
      var other = packets[0]
      other.payload[100] ^= 1
      packets.insert(contentsOf: [packets[0], other], at: 1)
    }
    #expect(run.result.state == .warn)
    #expect(run.result.found == 2)
    #expect(
      run.messages == ["packet repeated once: copy dropped", "duplicate packet with other content"]
    )
    #expect(run.findings.map(\.severity) == [.info, .warning])
    #expect(run.findings.last?.place == Place(time: 0, program: 1, pid: 0x102, offset: 940))
  }

  @Test(
    "with severity warning, findings above the maximum warn",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings.warning(["maximum": maximum])
    let run = try RuleRun(TsDuplicatePacket.id, settings: settings) {
      $0.begin()
      for index in 0..<2 {
        $0.id3(StreamBuilder.tag(index), pts: 900_000) { $0.insert($0[0], at: 1) }
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
    let run = try RuleRun(TsDuplicatePacket.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
