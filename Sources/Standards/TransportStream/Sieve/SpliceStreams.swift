/// The PIDs with splice information, and the sections that wait for their program's clock.
struct SpliceStreams {
  static let maximumPIDs = 64
  static let maximumWaiting = 64

  private var streams: [UInt16: SpliceStream] = [:]
  private var waiting: [SpliceSection] = []

  var isWaiting: Bool { !waiting.isEmpty }

  /// Assigns the role of PIDs that the maps in force declare as splice information.
  mutating func assign(_ programs: ProgramList, to tables: PIDTables) {
    var known = streams
    streams.removeAll()
    for program in programs.list {
      for stream in program.map?.streams ?? [] where stream.type == .spliceInformation {
        guard !tables[stream.pid].contains(.tables), streams[stream.pid] == nil,
          streams.count < Self.maximumPIDs
        else { continue }
        var state = known.removeValue(forKey: stream.pid) ?? SpliceStream(program: program.number)
        state.program = program.number
        streams[stream.pid] = state
        tables[stream.pid].insert(.splices)
      }
    }
    for pid in known.keys { tables[pid].remove(.splices) }
  }

  mutating func receive(
    _ packet: TransportPacket,
    pid: UInt16,
    position: StreamPosition,
    programs: ProgramList,
    into output: inout SieveOutput
  ) {
    guard !packet.isScrambled else { return }
    for bytes in streams[pid]?.receive(packet) ?? [] {
      guard let program = streams[pid]?.program else { return }
      let section = SpliceSection(pid: pid, program: program, position: position, bytes: bytes)
      if Self.handOn(section, programs: programs, into: &output) { continue }
      waiting.append(section)
      if waiting.count > Self.maximumWaiting {
        output.append(.item(.splice(waiting.removeFirst())))
      }
    }
  }

  mutating func beginPart() {
    for pid in streams.keys { streams[pid]?.beginPart() }
  }

  mutating func beginAfterHole() {
    for pid in streams.keys { streams[pid]?.beginAfterHole() }
  }

  /// Passes on the sections that waited for the clock of a program.
  mutating func release(
    ofProgram number: UInt16,
    programs: ProgramList,
    into output: inout SieveOutput
  ) {
    waiting = waiting.filter {
      $0.program != number || !Self.handOn($0, programs: programs, into: &output)
    }
  }

  /// Passes on all sections that still wait. A section whose program has no usable clock gets no time.
  mutating func finish(programs: ProgramList, into output: inout SieveOutput) {
    for section in waiting where !Self.handOn(section, programs: programs, into: &output) {
      output.append(.item(.splice(section)))
    }
    waiting = []
  }

  /// Passes on a section if its program's clock runs and is not between two time bases.
  private static func handOn(
    _ section: SpliceSection,
    programs: ProgramList,
    into output: inout SieveOutput
  ) -> Bool {
    guard let index = programs.index(ofProgram: section.program),
      !programs.list[index].isBetweenTimeBases, let reading = programs.list[index].clock.reading
    else { return false }
    var section = section
    section.reading = reading
    section.programClock = programs.list[index].lastPCR
    output.append(.item(.splice(section)))
    return true
  }
}
