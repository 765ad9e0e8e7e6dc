import TestSupport
import Testing

@testable import TransportStream

@Suite struct ProgramListTests {
  private typealias Entry = ProgramAssociation.Entry

  /// Programs 1 and 2, each with a map. Unless `second` is given, audio and video of program 2 have PIDs 0x100 higher.
  private func list(second: ProgramMap? = nil) -> ProgramList {
    var programs = ProgramList()
    programs.adopt([Entry(programNumber: 1, pid: 0x1000), Entry(programNumber: 2, pid: 0x1001)])
    let maps = [
      StreamBuilder.map(),
      second ?? StreamBuilder.map(program: 2, pcrPID: 0x200, audioPID: 0x201, videoPID: 0x200),
    ]
    for (index, map) in maps.enumerated() {
      programs.adopt(map, in: map.section.encoded, program: index)
    }
    return programs
  }

  @Test("audio, video and PCR PIDs have their roles as long as the PAT lists their program")
  func roles() {
    let tables = PIDTables()
    var programs = list()
    programs.assignRoles(to: tables)
    #expect(tables[StreamBuilder.audioPID] == [.frames, .audio])
    #expect(tables[StreamBuilder.videoPID] == [.frames, .clock])
    #expect(tables[0x201] == [.frames, .audio])
    #expect(programs.program(ofPID: 0x201) == 2)
    programs.adopt([Entry(programNumber: 1, pid: 0x1000)])
    programs.assignRoles(to: tables)
    #expect(tables[0x201] == [])
    #expect(tables[StreamBuilder.audioPID] == [.frames, .audio])
    #expect(programs.program(ofPID: 0x201) == nil)
  }

  @Test("a PID that two programs share belongs to both, and does not identify a program")
  func sharedPID() {
    let tables = PIDTables()
    var programs = list(second: StreamBuilder.map(program: 2))
    programs.assignRoles(to: tables)
    #expect(programs.owners.first(of: StreamBuilder.audioPID) == 0)
    #expect(programs.owners.further(of: StreamBuilder.audioPID) == [1])
    #expect(programs.program(ofPID: StreamBuilder.audioPID) == nil)
  }

  @Test(
    "each program has its own time, and the first running clock is used if no program is given"
  )
  func time() {
    var programs = list()
    #expect(programs.time(ofProgram: nil) == nil)
    for pts in [900_000, 945_000] as [Int64] {
      _ = programs.list[1].receiveFrame(pid: 0x201, pts: pts, isAudio: true)
    }
    #expect(programs.time(ofProgram: 1) == nil)
    #expect(programs.time(ofProgram: 2) == 45_000)
    #expect(programs.time(ofProgram: nil) == 45_000)
    #expect(programs.time(ofProgram: 3) == nil)
  }

  @Test(
    "a program keeps its clock if its PMT moves, and inherits the clock of a program it replaces"
  )
  func inherited() {
    var programs = list()
    _ = programs.list[0].receiveFrame(
      pid: StreamBuilder.audioPID,
      pts: 900_000,
      isAudio: true
    )
    programs.adopt([Entry(programNumber: 1, pid: 0x1234)])
    #expect(programs.list.map(\.mapPID) == [0x1234])
    #expect(programs.time(ofProgram: 1) == 0)
    #expect(!programs.haveMaps)
    programs.adopt([Entry(programNumber: 9, pid: 0x1234)])
    #expect(programs.time(ofProgram: 9) == 0)
  }

  @Test("ID3 in a program without audio and video is reported if another program has them")
  func lonely() {
    let alone = StreamBuilder.map(program: 2, audioPID: nil, videoPID: nil)
    #expect(list(second: alone).lonelyPrograms == [2])
    #expect(list().lonelyPrograms == [])
  }
}
