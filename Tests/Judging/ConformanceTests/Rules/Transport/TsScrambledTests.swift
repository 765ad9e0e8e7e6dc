import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

@Suite("ts-scrambled")
struct TsScrambledTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsScrambled.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("scrambled packets of the ID3 stream fail")
  func finds() throws {
    let run = try RuleRun(TsScrambled.id) {
      $0.begin()
      for index in 0..<16 {
        $0.id3(StreamBuilder.tag(index), pts: 900_000) { packets in
          if index == 15 { packets.removeLast() }
          for index in packets.indices { packets[index].scramblingControl = 2 }
        }
      }
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 31)
    #expect(run.messages == ["31 scrambled packets on the ID3 PID cannot be read"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("the message about a single packet uses the singular")
  func single() throws {
    let run = try RuleRun(TsScrambled.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000) { $0[1].scramblingControl = 3 }
    }
    #expect(run.messages == ["1 scrambled packet on the ID3 PID cannot be read"])
  }

  @Test("a scrambled PES packet fails")
  func packetizedStream() throws {
    let run = try RuleRun(TsScrambled.id) {
      $0.begin()
      let packet = PESPacket(
        pts: 900_000,
        isDataAligned: true,
        scramblingControl: 2,
        payload: StreamBuilder.tag(0)
      )
      $0.unit(packet.encoded, pid: StreamBuilder.id3PID)
    }
    #expect(run.result.state == .fail)
    #expect(run.messages == ["the PES packet is scrambled and cannot be read"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("scrambled audio passes")
  func audio() throws {
    let run = try RuleRun(TsScrambled.id) {
      $0.clean()
      $0.append([
        OutgoingPacket(pid: StreamBuilder.audioPID, scramblingControl: 2, payload: [1, 2, 3])
      ])
    }
    #expect(run.result.found == 0)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(TsScrambled.id, settings: settings) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000) { packets in
        for index in packets.indices { packets[index].scramblingControl = 2 }
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
    let run = try RuleRun(TsScrambled.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
