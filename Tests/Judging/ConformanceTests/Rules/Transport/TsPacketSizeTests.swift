import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-packet-size")
struct TsPacketSizeTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsPacketSize.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// The packets of a stream in another framing.
  private func framed(_ framing: PacketFraming, _ packets: [OutgoingPacket]) -> [UInt8] {
    var bytes: [UInt8] = []
    for packet in packets {
      packet.encoded.withUnsafeBytes { framing.append($0, arrival: 0, to: &bytes) }
    }
    return bytes
  }

  @Test(
    "packets of 192 or 204 bytes are reported as information",
    arguments: [
      (PacketFraming.timestamped, "192-byte packets", 4), (.parity, "204-byte packets", 0),
    ]
  )
  func finds(_ framing: PacketFraming, _ message: String, _ offset: Int64) throws {
    let run = try RuleRun(TsPacketSize.id) {
      var clean = StreamBuilder()
      clean.clean()
      $0.append(raw: framed(framing, clean.packets))
    }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.result.maximum == nil)
    #expect(run.messages == [message])
    #expect(run.findings.map(\.severity) == [.info])
    #expect(run.findings.first?.place == Place(offset: offset))
  }

  @Test("each change of the packet size is reported")
  func changes() throws {
    let run = try RuleRun(TsPacketSize.id) {
      $0.clean()
      var second = StreamBuilder()
      second.writer = $0.writer
      second.tags(3, start: 1_170_000, firstIndex: 3)
      $0.append(raw: framed(.parity, second.packets))
      var third = StreamBuilder()
      third.writer = second.writer
      third.tags(3, start: 1_440_000, firstIndex: 6)
      $0.append(raw: third.bytes)
    }
    #expect(run.result.found == 2)
    #expect(run.messages == ["204-byte packets", "188-byte packets"])
  }

  @Test("a larger packet size is reported at the first larger packet, and no bytes count as lost")
  func growth() throws {
    let build: (inout StreamBuilder) -> Void = {
      $0.clean()
      var second = StreamBuilder()
      second.writer = $0.writer
      second.tags(3, start: 1_170_000, firstIndex: 3)
      $0.append(raw: framed(.parity, second.packets))
    }
    var first = StreamBuilder()
    first.clean()
    let sizes = try RuleRun(TsPacketSize.id, stream: build)
    #expect(sizes.messages == ["204-byte packets"])
    #expect(sizes.findings.first?.place.offset == first.offset)
    #expect(try RuleRun(TsSync.id, stream: build).result.found == 0)
  }

  @Test("without a maximum, findings with severity warning pass")
  func unbounded() throws {
    let run = try RuleRun(TsPacketSize.id, settings: .warning()) {
      var clean = StreamBuilder()
      clean.clean()
      $0.append(raw: framed(.parity, clean.packets))
    }
    #expect(run.result.state == .pass)
    #expect(run.findings.map(\.severity) == [.warning])
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(TsPacketSize.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
