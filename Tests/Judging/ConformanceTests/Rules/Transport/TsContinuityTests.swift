import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-continuity")
struct TsContinuityTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(TsContinuity.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("a packet lost within a tag fails")
  func finds() throws {
    let run = try RuleRun(TsContinuity.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000) { $0.removeLast() }
      $0.id3(StreamBuilder.tag(1), pts: 990_000)
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["continuity 0 → 2: 1 packet lost, PES packet incomplete"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 752))
  }

  @Test("packets lost between tags or from a table fail, although no tag is incomplete")
  func between() throws {
    let id3 = try RuleRun(TsContinuity.id) {
      $0.clean()
      $0.writer.skipCounter(pid: StreamBuilder.id3PID, by: 3)
      $0.tags(1, start: 1_170_000, firstIndex: 3)
    }
    #expect(id3.result.found == 3)
    #expect(id3.messages == ["continuity 5 → 9: 3 packets lost"])
    let table = try RuleRun(TsContinuity.id) {
      $0.clean()
      $0.writer.skipCounter(pid: 0, by: 1)
      $0.tables()
    }
    #expect(table.result.state == .fail)
    #expect(table.messages == ["continuity 0 → 2: 1 packet lost"])
    #expect(table.findings.first?.place == Place(time: 2.9, pid: 0, offset: 7144))
  }

  @Test(
    "counter jumps on PAT and PMT PIDs are reported as information in segments, else they fail",
    arguments: [
      (true, "s1.ts", RuleResult.State.pass), (true, nil, .fail), (false, "s1.ts", .fail),
    ]
      as [(Bool, String?, RuleResult.State)]
  )
  func tablesOfSegments(isTable: Bool, segment: String?, state: RuleResult.State) throws {
    var note = StreamNote(
      id: "ts-continuity",
      segment: segment,
      pid: 0,
      amount: 3,
      detail: "continuity 0 → 4: 3 packets lost"
    )
    note.concernsTables = isTable
    let run = try RuleRun(TsContinuity.id, [.note(note)])
    #expect(run.result.state == state)
    #expect(run.result.found == 3)
    #expect(run.findings.map(\.severity) == [state == .pass ? .info : .error])
    guard state == .pass else { return }
    #expect(
      run.messages == [
        "continuity 0 → 4: 3 packets lost on a PAT or PMT PID: the packager probably "
          + "inserts its own tables; no tag is affected"
      ]
    )
  }

  @Test("a counter that never advances is reported once for each PID")
  func standstill() throws {
    let run = try RuleRun(TsContinuity.id) {
      $0.begin()
      for _ in 0..<4 {
        $0.writer = PacketWriter()
        $0.tables()
      }
    }
    #expect(
      run.messages
        == [String](repeating: "continuity 0 → 0: the continuity counter does not count", count: 2)
    )
    #expect(run.findings.map(\.place.pid) == [0, 0x1000])
  }

  @Test("a counter that never advances on the ID3 PID fails, and makes media3 drop the tags")
  func standstillOfTags() throws {
    func build(_ builder: inout StreamBuilder) {
      builder.begin()
      for index in 0..<5 {
        builder.id3(StreamBuilder.tag(index), pts: 990_000 + Int64(index) * 90_000) { packets in
          for index in packets.indices { packets[index].continuityCounter = 7 }
        }
      }
    }
    let run = try RuleRun(TsContinuity.id, stream: build)
    #expect(run.result.state == .fail)
    #expect(run.messages == ["continuity 7 → 7: the continuity counter does not count"])
    let duplicates = try RuleRun(TsDuplicatePacket.id, stream: build)
    #expect(duplicates.messages == ["duplicate packet with other content"])
    let player = try RuleRun(PlayerMedia3.id, stream: build)
    #expect(player.messages.first?.hasPrefix("media3 would show 0 of 5 tags") == true)
  }

  @Test("a loss of 15 packets, which leaves the counter unchanged, is not reported")
  func fifteenLost() throws {
    let run = try RuleRun(TsContinuity.id) {
      $0.clean()
      $0.writer.skipCounter(pid: StreamBuilder.id3PID, by: 15)
      $0.tags(1, start: 1_170_000, firstIndex: 3)
    }
    #expect(run.findings.isEmpty)
  }

  @Test("losses of audio and video are added up and reported as information")
  func frames() throws {
    let run = try RuleRun(TsContinuity.id) {
      $0.clean()
      $0.writer.skipCounter(pid: StreamBuilder.audioPID, by: 3)
      $0.tags(1, start: 1_170_000, firstIndex: 3)
      $0.writer.skipCounter(pid: StreamBuilder.audioPID, by: 4)
      $0.tags(1, start: 1_260_000, firstIndex: 4)
    }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 7)
    #expect(run.messages == ["7 packets of audio, video and other data lost"])
    #expect(run.findings.map(\.severity) == [.info])
  }

  @Test("a counter jump at a declared discontinuity passes")
  func declared() throws {
    let run = try RuleRun(TsContinuity.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000)
      $0.writer.skipCounter(pid: StreamBuilder.id3PID, by: 5)
      $0.id3(StreamBuilder.tag(1), pts: 990_000) { packets in
        let unit = packets.flatMap(\.payload)
        packets[0].isDiscontinuous = true
        packets[0].payload = Array(unit.prefix(packets[0].payloadCapacity))
        packets[1].payload = Array(unit.dropFirst(packets[0].payloadCapacity))
      }
    }
    #expect(run.findings.isEmpty)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(TsContinuity.id, settings: settings) {
      $0.clean()
      $0.writer.skipCounter(pid: StreamBuilder.id3PID, by: 2)
      $0.tags(1, start: 1_170_000, firstIndex: 3)
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(TsContinuity.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}
