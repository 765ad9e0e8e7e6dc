extension PIDSieve {
  /// Whether the map of every program in the association has arrived.
  var knowsAllMaps: Bool { received.association.version != nil && programs.haveMaps }

  func readTables(_ packet: TransportPacket, pid: UInt16, position: StreamPosition) {
    if packet.startsUnit {
      received.watch.receive(pid: pid, position: position, stride: packets.stride)
    }
    var notes: [TransportNote] = []
    let sections = received.sections(
      of: packet,
      pid: pid,
      position: position,
      time: packet.hasTransportError ? programs.time(ofProgram: nil) : nil,
      notes: &notes
    )
    for note in notes { self.note(note) }
    for section in sections {
      if pid == 0 {
        readAssociation(section, position: position)
      } else {
        readMap(section, pid: pid, position: position)
      }
    }
  }

  private func tablePlace(at position: StreamPosition) -> ReceivedTables.Place {
    ReceivedTables.Place(
      position: position,
      now: programs.time(ofProgram: nil),
      reminderInterval: declarations.reminderInterval
    )
  }

  private func readAssociation(_ bytes: [UInt8], position: StreamPosition) {
    var notes: [TransportNote] = []
    let entries = received.receiveAssociation(
      bytes,
      at: tablePlace(at: position),
      arrival: programs.arrivalReading,
      notes: &notes
    )
    for note in notes { self.note(note) }
    if let entries { adopt(entries, position: position) }
  }

  private func adopt(_ entries: [ProgramAssociation.Entry], position: StreamPosition) {
    let limit = ProgramList.maximumCount
    if entries.count > limit {
      note(
        TransportNote(
          rule: "ts-pid-flood",
          position: position,
          amount: entries.count - limit,
          detail: "more than \(limit) programs: \(entries.count - limit) ignored"
        )
      )
    }
    var numbers: Set<UInt16> = []
    let followed = entries.prefix(limit).filter { numbers.insert($0.programNumber).inserted }
    received.adopt(followed, roles: tables)
    programs.adopt(followed)
    assignRoles()
  }

  private func readMap(_ bytes: [UInt8], pid: UInt16, position: StreamPosition) {
    var notes: [TransportNote] = []
    let found = received.receiveMap(bytes, pid: pid, at: tablePlace(at: position), notes: &notes)
    for note in notes { self.note(note) }
    guard let (program, copy) = found else { return }
    programs.noteInterval(ofProgram: program, mapPID: pid, position: position)
    let index = programs.index(ofProgram: program, mapPID: pid)
    switch copy {
    case .unusable: break
    case .next(let map): if let index { programs.list[index].receiveNext(map) }
    case .repeated:
      if let index { programs.list[index].receiveCurrentMap() }
      remindOfDeclarations(ofProgram: program, position: position)
      received.watch.receiveMap(
        program: program,
        declaresID3: programs.index(ofProgram: program).flatMap { programs.list[$0].map }?
          .streams.contains(where: \.mayCarryID3) ?? false
      )
    case .other(let map): if let index { adopt(map, in: bytes, program: index, position: position) }
    }
  }

  private func adopt(
    _ map: ProgramMap,
    in bytes: [UInt8],
    program index: Int,
    position: StreamPosition
  ) {
    let program = map.programNumber
    received.watch.receiveMap(
      program: program,
      declaresID3: map.streams.contains(where: \.mayCarryID3)
    )
    received.adopt(bytes, ofProgram: program, pid: programs.list[index].mapPID)
    if let change = PendingChange(of: programs.list[index], to: map, position: position),
      let note = waiting.changes.append(change)
    {
      noteEarlier(note)
    }
    if programs.list[index].changesVersionAlone(with: map) {
      note(
        TransportNote(
          rule: "pmt-version",
          position: position,
          program: program,
          detail: "the version of the PMT changes repeatedly, but its content does not"
        )
      )
    }
    if declarations.reminderInterval != nil { forgetDeclarations(ofProgram: index) }
    noteDeclarations(in: map, position: position)
    programs.adopt(map, in: bytes, program: index)
    assignRoles()
    for stream in map.streams where stream.mayCarryID3 && !tables[stream.pid].contains(.tables) {
      activate(stream.pid, program: program, position: position)
    }
    guard knowsAllMaps else { return }
    metadata.forgetDropped(by: programs)
    noteLonelyStreams(position: position)
    activateCandidates()
  }

  private func assignRoles() {
    programs.assignRoles(to: tables)
    splices.assign(programs, to: tables)
  }

  // MARK: - Declarations

  private func noteDeclarations(in map: ProgramMap, position: StreamPosition) {
    declare(MapDeclarations(map, at: position).notes)
  }

  /// Reports programs with ID3 but without audio and video, if another program has audio or video.
  func noteLonelyStreams(position: StreamPosition) {
    let notes = programs.lonelyPrograms.map { program in
      TransportNote(
        rule: "pmt-same-program",
        position: position,
        program: program,
        detail: "program \(program) has ID3 but no audio or video"
      )
    }
    declare(notes)
  }

  private func declare(_ notes: [TransportNote]) {
    for note in notes where declarations.take(note) { self.note(note) }
  }

  /// Reports errors of the map in force again if their reminder is due.
  private func remindOfDeclarations(ofProgram number: UInt16, position: StreamPosition) {
    guard let interval = declarations.reminderInterval,
      let index = programs.index(ofProgram: number),
      programs.list[index].isReminderDue(after: interval), let map = programs.list[index].map
    else { return }
    forgetDeclarations(ofProgram: index)
    noteDeclarations(in: map, position: position)
    if knowsAllMaps { noteLonelyStreams(position: position) }
  }

  private func forgetDeclarations(ofProgram index: Int) {
    let number = programs.list[index].number
    programs.list[index].sayDeclarations()
    declarations.forget(program: number)
    metadata.forgetNotedClocks(ofProgram: number)
  }

  // MARK: - The end

  /// Reports tables that arrived too rarely, and the last packets of tables that could not be used.
  func finishTables() {
    let end = packets.position()
    for note in received.finish() { noteEarlier(note) }
    let note = received.finishInterval(at: tablePlace(at: end), arrival: programs.arrivalReading)
    if let note { noteEarlier(note) }
    for note in programs.finishIntervals(position: end) { noteEarlier(note) }
  }
}
