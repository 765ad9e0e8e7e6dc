import TestSupport
import Testing

@testable import TransportStream

@Suite struct SpliceStreamsTests {
  private static let pid: UInt16 = 0x1F0

  /// A program with splice information, and the roles of its PIDs.
  private func programs(_ tables: PIDTables, _ splices: inout SpliceStreams) -> ProgramList {
    var programs = ProgramList()
    programs.adopt([.init(programNumber: 1, pid: StreamBuilder.mapPID)])
    let map = StreamBuilder.map(id3: [ElementaryStream(type: .spliceInformation, pid: Self.pid)])
    programs.adopt(map, in: map.section.encoded, program: 0)
    splices.assign(programs, to: tables)
    return programs
  }

  /// Passes packets with one section each to the streams.
  private func receive(
    _ count: Int,
    _ splices: inout SpliceStreams,
    _ programs: ProgramList,
    _ output: inout SieveOutput
  ) {
    var writer = PacketWriter()
    for index in 0..<count {
      let section: [UInt8] = [0xFC, 0x30, 0x01, UInt8(truncatingIfNeeded: index)]
      for packet in writer.packets(carryingSection: section, pid: Self.pid) {
        packet.encoded.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          splices.receive(
            TransportPacket(at: base),
            pid: Self.pid,
            position: StreamPosition(Int64(index)),
            programs: programs,
            into: &output
          )
        }
      }
    }
  }

  private func sections(_ output: inout SieveOutput) -> [SpliceSection] {
    output.takeItems().compactMap { if case .splice(let section) = $0 { section } else { nil } }
  }

  @Test("a PID has the splice role as long as a PMT declares splice information on the PID")
  func roles() {
    let tables = PIDTables()
    var splices = SpliceStreams()
    _ = programs(tables, &splices)
    #expect(tables[Self.pid] == .splices)
    splices.assign(ProgramList(), to: tables)
    #expect(tables[Self.pid] == [])
  }

  @Test("splice sections wait for the clock of their program")
  func waiting() {
    var (splices, output) = (SpliceStreams(), SieveOutput())
    var programs = programs(PIDTables(), &splices)
    receive(2, &splices, programs, &output)
    #expect(sections(&output).isEmpty)
    #expect(splices.isWaiting)
    splices.release(ofProgram: 1, programs: programs, into: &output)
    #expect(splices.isWaiting)
    _ = programs.list[0].receiveFrame(pid: StreamBuilder.audioPID, pts: 900_000, isAudio: true)
    splices.release(ofProgram: 2, programs: programs, into: &output)
    #expect(splices.isWaiting)
    splices.release(ofProgram: 1, programs: programs, into: &output)
    #expect(!splices.isWaiting)
    let released = sections(&output)
    #expect(released.map(\.position.offset) == [0, 1])
    #expect(released.map { $0.reading?.time } == [0, 0])
  }

  @Test(
    "splice sections without a clock are passed on, without a time, above the limit and at the end"
  )
  func bound() {
    var (splices, output) = (SpliceStreams(), SieveOutput())
    let programs = programs(PIDTables(), &splices)
    let count = SpliceStreams.maximumWaiting + 3
    receive(count, &splices, programs, &output)
    #expect(sections(&output).map(\.position.offset) == [0, 1, 2])
    splices.finish(programs: programs, into: &output)
    let rest = sections(&output)
    #expect(rest.map(\.position.offset) == (3..<count).map { Int64($0) })
    #expect(rest.allSatisfy { $0.reading == nil })
  }
}
