import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

@Suite("ts-transport-error")
struct TsTransportErrorTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsTransportError.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("an ID3 packet with the transport error indicator fails")
  func finds() throws {
    let run = try RuleRun(TsTransportError.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000) { $0[1].hasTransportError = true }
      $0.id3(StreamBuilder.tag(1), pts: 990_000)
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["transport error indicator set: packet not used"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 752))
  }

  @Test("consecutive table packets with the error indicator are counted in one finding")
  func run() throws {
    let run = try RuleRun(TsTransportError.id) {
      $0.begin()
      for _ in 0..<3 {
        var packets = $0.writer.packets(
          carryingSection: StreamBuilder.map().section.encoded,
          pid: StreamBuilder.mapPID
        )
        packets[0].hasTransportError = true
        $0.append(packets)
      }
      $0.map(StreamBuilder.map())
    }
    #expect(run.result.found == 3)
    #expect(run.messages == ["transport error indicator set: 3 packets not used"])
    #expect(run.findings.first?.place == Place(time: 0, pid: 0x1000, offset: 564))
  }

  @Test("a damaged audio packet passes")
  func frames() throws {
    let run = try RuleRun(TsTransportError.id) {
      $0.clean()
      var packet = OutgoingPacket(pid: StreamBuilder.audioPID, payload: [1, 2, 3])
      packet.hasTransportError = true
      $0.append([packet])
    }
    #expect(run.result.found == 0)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(TsTransportError.id, settings: settings) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000) { packets in
        for index in packets.indices { packets[index].hasTransportError = true }
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
    let run = try RuleRun(TsTransportError.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
