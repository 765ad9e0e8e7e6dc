extension PIDSieve {
  /// The most PIDs of splice information that are followed.
  static let maximumSplicePIDs = 64
  /// The most sections that wait for a clock.
  static let maximumWaitingSplices = 64

  /// Gives the PIDs of splice information that the maps in force declare their role.
  func assignSplices() {
    var known = spliceStreams
    spliceStreams.removeAll()
    for program in programs {
      for stream in program.map?.streams ?? [] where stream.type == .spliceInformation {
        guard !tables[stream.pid].contains(.tables), spliceStreams[stream.pid] == nil,
          spliceStreams.count < Self.maximumSplicePIDs
        else { continue }
        var state = known.removeValue(forKey: stream.pid) ?? SpliceStream(program: program.number)
        state.program = program.number
        spliceStreams[stream.pid] = state
        tables[stream.pid].insert(.splices)
      }
    }
    for pid in known.keys { tables[pid].remove(.splices) }
  }

  /// Reads a packet of a PID of splice information.
  func readSplices(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    guard !packet.isScrambled else { return }
    for bytes in spliceStreams[pid]?.receive(packet) ?? [] {
      guard let program = spliceStreams[pid]?.program else { return }
      let section = SpliceSection(pid: pid, program: program, offset: offset, bytes: bytes)
      if handOn(section) { continue }
      waitingSplices.append(section)
      if waitingSplices.count > Self.maximumWaitingSplices {
        output.append(waitingSplices.removeFirst())
      }
    }
  }

  /// Hands on a section whose clock runs. One before the first frame of a new time base waits for it.
  private func handOn(_ section: SpliceSection) -> Bool {
    guard let program = programs.first(where: { $0.number == section.program }),
      !program.isBetweenTimeBases, let reading = program.clock.reading
    else { return false }
    var section = section
    section.reading = reading
    output.append(section)
    return true
  }

  /// Hands on what waited for the clock of a program.
  func releaseSplices(ofProgram index: Int) {
    let number = programs[index].number
    waitingSplices = waitingSplices.filter { $0.program != number || !handOn($0) }
  }

  /// Hands on what waits for a clock that will not come.
  func settleSplices() {
    for section in waitingSplices where !handOn(section) { output.append(section) }
    waitingSplices = []
  }
}
