import TestSupport
import Testing

@testable import TransportStream

@Suite struct WaitingPacketsTests {
  /// A program with audio, whose clock is at 0 if a frame has arrived.
  private func programs(hasClock: Bool) -> ProgramList {
    var programs = ProgramList()
    programs.adopt([.init(programNumber: 1, pid: StreamBuilder.mapPID)])
    let map = StreamBuilder.map()
    programs.adopt(map, in: map.section.encoded, program: 0)
    if hasClock { receive(900_000, &programs) }
    return programs
  }

  private func receive(_ pts: Int64, _ programs: inout ProgramList) {
    _ = programs.list[0].receiveFrame(pid: StreamBuilder.audioPID, pts: pts, isAudio: true)
  }

  private func pes(_ pts: Int64?) -> OpenPES {
    let bytes = PESPacket(streamID: PESHeader.privateStream1, pts: pts, payload: [1]).encoded
    var header: PESHeader?
    if case .header(let found) = PESHeader.read(bytes) { header = found }
    return OpenPES(
      MetadataPES(
        number: 0,
        pid: StreamBuilder.id3PID,
        program: 1,
        position: 0,
        lastPosition: 0,
        header: header,
        isUndeclared: false,
        isReplayed: false
      )
    )
  }

  @Test(
    "a PES packet gets the time of its PTS or, without a PTS, the clock's current time",
    arguments: [(945_000, .placed(45_000)), (nil, .estimated(0))]
      as [(Int64?, MetadataPES.Placement)]
  )
  func placed(pts: Int64?, expected: MetadataPES.Placement) {
    var (waiting, output) = (WaitingPackets(), SieveOutput())
    var programs = programs(hasClock: true)
    let pes = pes(pts)
    waiting.place(pes, on: &programs, into: &output)
    #expect(pes.value.placement == expected)
    #expect(waiting.isEmpty)
  }

  @Test("a PES packet waits for the first frame of its program")
  func waits() {
    var (waiting, output) = (WaitingPackets(), SieveOutput())
    var programs = programs(hasClock: false)
    let pes = pes(945_000)
    waiting.place(pes, on: &programs, into: &output)
    #expect(pes.value.placement == .waiting)
    receive(900_000, &programs)
    waiting.release(ofProgram: 2, on: &programs, into: &output)
    #expect(pes.value.placement == .waiting)
    waiting.release(ofProgram: 1, on: &programs, into: &output)
    #expect(pes.value.placement == .placed(45_000))
    #expect(waiting.isEmpty)
  }

  @Test("a PTS two minutes from the clock counts as wrong after two seconds")
  func far() {
    var (waiting, output) = (WaitingPackets(), SieveOutput())
    var programs = programs(hasClock: true)
    let pes = pes(900_000 + 2 * PresentationClock.jumpLimit)
    waiting.place(pes, on: &programs, into: &output)
    var placedAt: Int?
    for half in 1...6 where placedAt == nil {
      receive(900_000 + Int64(half) * 45_000, &programs)
      waiting.release(ofProgram: 1, on: &programs, into: &output)
      if waiting.isEmpty { placedAt = half }
    }
    #expect(placedAt == 4)
    #expect(pes.value.placement == .estimated(180_000))
    #expect((pes.value.jump ?? 0) > 0)
  }

  @Test(
    "without audio and video, PES packets wait until the end and get their times from their PTS"
  )
  func end() {
    var (waiting, output) = (WaitingPackets(), SieveOutput())
    var programs = programs(hasClock: false)
    let packets = [pes(900_000), pes(990_000), pes(nil)]
    for pes in packets { waiting.place(pes, on: &programs, into: &output) }
    waiting.finish(on: &programs, into: &output)
    #expect(packets.map(\.value.placement) == [.placed(0), .placed(90_000), .estimated(90_000)])
    #expect(waiting.isEmpty)
  }

  @Test("if too many PES packets wait, only the oldest one stops waiting")
  func bound() {
    var (waiting, output) = (WaitingPackets(), SieveOutput())
    var programs = programs(hasClock: false)
    let packets = (0...WaitingPackets.maximumCount).map { _ in pes(nil) }
    for pes in packets { waiting.place(pes, on: &programs, into: &output) }
    #expect(packets.map { $0.value.placement == .unplaced } == packets.indices.map { $0 == 0 })
  }
}
