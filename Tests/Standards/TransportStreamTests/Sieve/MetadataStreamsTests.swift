import TestSupport
import Testing

@testable import TransportStream

@Suite struct MetadataStreamsTests {
  @Test("an ID3 PID is activated once, and gets the program of a PMT that declares the PID later")
  func activation() {
    var streams = MetadataStreams()
    #expect(streams.activate(0x102, program: nil, position: 188, time: 0) == .begun)
    #expect(streams.streams[0x102]?.isDeclared == false)
    #expect(streams.activate(0x102, program: 3, position: 376, time: 0) == .known)
    #expect(streams.streams[0x102]?.isDeclared == true)
    #expect(streams.streams[0x102]?.program == 3)
    #expect(streams.inOrder.map(\.firstPosition.offset) == [188])
  }

  @Test("a single note counts all ID3 PIDs above the maximum number")
  func flood() {
    var streams = MetadataStreams()
    let count = UInt16(PIDSieve.maximumMetadataPIDs) + 3
    for pid in 0..<count {
      let activation = streams.activate(
        0x100 + pid,
        program: 1,
        position: StreamPosition(Int64(pid)),
        time: 0
      )
      guard activation == .refused else { continue }
      streams.ignore(0x100 + pid, position: StreamPosition(Int64(pid)), time: 9000)
    }
    #expect(streams.order.count == PIDSieve.maximumMetadataPIDs)
    let note = streams.ignoredNote
    #expect(note?.amount == 3)
    #expect(note?.position.offset == Int64(PIDSieve.maximumMetadataPIDs))
    #expect(note?.time == 9000)
    #expect(MetadataStreams().ignoredNote == nil)
  }

  @Test(
    "packets kept for possible ID3 PIDs must be passed on after more than 8 MiB of input",
    arguments: [(0, false), (CandidateBuffer.waitLimitBytes, false)]
      + [(CandidateBuffer.waitLimitBytes + 1, true)]
  )
  func candidates(distance: Int64, expected: Bool) {
    var candidates = CandidateBuffer()
    let bytes = OutgoingPacket(pid: 0x102, payload: [1]).encoded
    let isDue = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { base in
        [0, distance].map {
          candidates.append(
            TransportPacket(at: base),
            pid: 0x102,
            position: StreamPosition($0),
            reading: nil
          ).isDue
        }
      }
    }
    #expect(isDue == [false, expected])
    let kept = candidates.removeAll()
    #expect(kept.map(\.pid) == [0x102])
    #expect(kept.map { $0.positions.map(\.offset) } == [[0, distance]])
    #expect(candidates.removeAll().isEmpty)
  }

  @Test(
    "an empty ID3 PID that is also the PCR PID of the PMT gives two notes at the end"
  )
  func summary() {
    var streams = MetadataStreams()
    _ = streams.activate(0x102, program: 1, position: 188, time: 0)
    var programs = ProgramList()
    programs.adopt([.init(programNumber: 1, pid: StreamBuilder.mapPID)])
    let map = StreamBuilder.map(pcrPID: 0x102)
    programs.adopt(map, in: map.section.encoded, program: 0)
    let notes = MetadataSummary(
      streams: streams.inOrder,
      programs: programs,
      hasAssociation: true
    ).notes
    #expect(notes.map(\.rule) == ["ts-pcr-on-metadata", "pmt-declared-empty"])
    #expect(notes.map(\.position.offset) == [188, 188])
    #expect(notes.last?.detail == "PID 0x102 is declared as ID3, but has no payload")
  }

  @Test(
    "the note about a missing segment has a length only if the content continues at a later time",
    arguments: [(nil, nil), (400, 300), (100, nil), (50, nil)] as [(Int64?, Int64?)]
  )
  func hole(end: Int64?, expected: Int64?) {
    let hole = Hole(words: "segment 7 is missing", position: 376, start: 100)
    let note = hole.note(end: end)
    #expect(note.rule == PIDSieve.holeNote)
    #expect(note.measured == expected)
    #expect(note.time == 100)
    #expect(note.detail == "segment 7 is missing")
  }
}
