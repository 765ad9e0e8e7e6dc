extension PIDSieve {
  /// Whether the map of every program of the association has arrived.
  var knowsAllMaps: Bool { received.association.version != nil && programs.haveMaps }

  /// Reads a packet of a PID that carries tables.
  func readTables(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    if packet.startsUnit {
      received.watch.receive(pid: pid, offset: offset, stride: packets.stride)
    }
    var notes: [TransportNote] = []
    let sections = received.sections(
      of: packet,
      pid: pid,
      offset: offset,
      time: packet.hasTransportError ? programs.time(ofProgram: nil) : nil,
      notes: &notes
    )
    for note in notes { self.note(note) }
    for section in sections {
      if pid == 0 {
        readAssociation(section, offset: offset)
      } else {
        readMap(section, pid: pid, offset: offset)
      }
    }
  }

  /// The place of a table in the stream.
  private func tablePlace(at offset: Int64) -> ReceivedTables.Place {
    ReceivedTables.Place(
      offset: offset,
      now: programs.time(ofProgram: nil),
      reminderInterval: declarations.reminderInterval
    )
  }

  private func readAssociation(_ bytes: [UInt8], offset: Int64) {
    var notes: [TransportNote] = []
    let entries = received.receiveAssociation(
      bytes,
      at: tablePlace(at: offset),
      arrival: programs.arrivalReading,
      notes: &notes
    )
    for note in notes { self.note(note) }
    if let entries { adopt(entries, offset: offset) }
  }

  /// Puts a new association in force.
  private func adopt(_ entries: [ProgramAssociation.Entry], offset: Int64) {
    let limit = ProgramList.maximumCount
    if entries.count > limit {
      note(
        TransportNote(
          rule: "ts-pid-flood",
          offset: offset,
          amount: entries.count - limit,
          detail: "over \(limit) programs, \(entries.count - limit) ignored"
        )
      )
    }
    var numbers: Set<UInt16> = []
    let followed = entries.prefix(limit).filter { numbers.insert($0.programNumber).inserted }
    received.adopt(followed, roles: tables)
    programs.adopt(followed)
    assignRoles()
  }

  private func readMap(_ bytes: [UInt8], pid: UInt16, offset: Int64) {
    var notes: [TransportNote] = []
    let copy = received.receiveMap(bytes, pid: pid, at: tablePlace(at: offset), notes: &notes)
    for note in notes { self.note(note) }
    switch copy {
    case .foreign: break
    case .unusable(let program):
      programs.noteInterval(ofProgram: program, mapPID: pid, offset: offset)
    case .repeated(let program):
      programs.noteInterval(ofProgram: program, mapPID: pid, offset: offset)
      remindOfDeclarations(ofProgram: program, offset: offset)
      received.watch.receiveMap(
        program: program,
        declaresID3: programs.index(ofProgram: program).flatMap { programs.list[$0].map }?
          .streams.contains(where: \.mayCarryID3) ?? false
      )
    case .other(let map):
      programs.noteInterval(ofProgram: map.programNumber, mapPID: pid, offset: offset)
      let index = programs.index(ofProgram: map.programNumber, mapPID: pid)
      if let index { adopt(map, in: bytes, program: index, offset: offset) }
    }
  }

  /// Puts a map from the section `bytes` in force.
  private func adopt(_ map: ProgramMap, in bytes: [UInt8], program index: Int, offset: Int64) {
    let program = map.programNumber
    received.watch.receiveMap(
      program: program,
      declaresID3: map.streams.contains(where: \.mayCarryID3)
    )
    received.adopt(bytes, ofProgram: program, pid: programs.list[index].mapPID)
    if let change = PendingChange(of: programs.list[index], to: map, offset: offset),
      let note = waiting.changes.append(change)
    {
      noteEarlier(note)
    }
    if programs.list[index].changesVersionAlone(with: map) {
      note(
        TransportNote(
          rule: "pmt-version",
          offset: offset,
          program: program,
          detail: "the version of the PMT changes with every copy, its content does not"
        )
      )
    }
    // This map replaces earlier maps and their notes.
    if declarations.reminderInterval != nil { forgetDeclarations(ofProgram: index) }
    noteDeclarations(in: map, offset: offset)
    programs.adopt(map, in: bytes, program: index)
    assignRoles()
    for stream in map.streams where stream.mayCarryID3 && !tables[stream.pid].contains(.tables) {
      activate(stream.pid, program: program, offset: offset)
    }
    guard knowsAllMaps else { return }
    metadata.forgetDropped(by: programs)
    noteLonelyStreams(offset: offset)
    activateCandidates()
  }

  /// Assigns the roles that the maps in force declare.
  private func assignRoles() {
    programs.assignRoles(to: tables)
    splices.assign(programs, to: tables)
  }

  // MARK: - Declarations

  private func noteDeclarations(in map: ProgramMap, offset: Int64) {
    declare(MapDeclarations(map).notes, offset: offset)
  }

  /// Notes programs with ID3 but without the audio and video of the stream.
  func noteLonelyStreams(offset: Int64) {
    declare(programs.lonelyPrograms.map { DeclarationNote(lonelyProgram: $0) }, offset: offset)
  }

  private func declare(_ notes: [DeclarationNote], offset: Int64) {
    for declared in notes {
      if let note = declarations.take(declared, offset: offset) { self.note(note) }
    }
  }

  /// Notes errors of the map in force again if they were noted long enough ago.
  private func remindOfDeclarations(ofProgram number: UInt16, offset: Int64) {
    guard let interval = declarations.reminderInterval,
      let index = programs.index(ofProgram: number),
      programs.list[index].isReminderDue(after: interval), let map = programs.list[index].map
    else { return }
    forgetDeclarations(ofProgram: index)
    noteDeclarations(in: map, offset: offset)
    if knowsAllMaps { noteLonelyStreams(offset: offset) }
  }

  /// Allows the notes of a program to be repeated.
  private func forgetDeclarations(ofProgram index: Int) {
    let number = programs.list[index].number
    programs.list[index].sayDeclarations()
    declarations.forget(program: number)
    metadata.forgetNotedClocks(ofProgram: number)
  }

  // MARK: - The end

  /// Notes tables that arrived too rarely, and packets that could not be used at the end.
  func finishTables() {
    let end = packets.chunkOffset
    for note in received.finish() { noteEarlier(note) }
    let note = received.finishInterval(at: tablePlace(at: end), arrival: programs.arrivalReading)
    if let note { noteEarlier(note) }
    for note in programs.finishIntervals(offset: end) { noteEarlier(note) }
  }
}
