/// What is known about the tables at the end of the stream: how often they came, what was missing.
extension PIDSieve {
  /// The clock that tells how often the PAT comes: that of the first program with one.
  var arrivalReading: TableInterval.Reading? {
    for index in programs.indices {
      if let reading = programs[index].arrivalReading { return reading }
    }
    return nil
  }

  /// Notes a copy of a program's map.
  func noteInterval(ofProgram number: UInt16, mapPID: UInt16, offset: Int64) {
    guard
      let index = programs.indices.first(where: {
        programs[$0].number == number && programs[$0].mapPID == mapPID
      })
    else { return }
    programs[index].mapInterval.receive(
      programs[index].arrivalReading,
      offset: offset,
      time: programs[index].clock.reading?.time
    )
  }

  /// Notes how often tables came, where that was too rare, and what could not be used at the end.
  func finishTables() {
    var notes: [TransportNote] = []
    association.source.finish(pid: 0, notes: &notes)
    for pid in mapTables.keys.sorted() { mapTables[pid]?.source.finish(pid: pid, notes: &notes) }
    for note in notes { noteEarlier(note) }
    if association.interval.isStarted {
      association.interval.receive(
        arrivalReading,
        offset: chunkOffset,
        time: time(ofProgram: nil)
      )
      note(association.interval, of: "PAT", pid: 0, program: nil)
    }
    for index in programs.indices where programs[index].mapInterval.isStarted {
      let program = programs[index]
      noteInterval(ofProgram: program.number, mapPID: program.mapPID, offset: chunkOffset)
      note(
        programs[index].mapInterval,
        of: "PMT",
        pid: program.mapPID,
        program: program.number
      )
    }
  }

  private func note(
    _ interval: TableInterval,
    of table: String,
    pid: UInt16,
    program: UInt16?
  ) {
    guard let longest = interval.longest else { return }
    noteEarlier(
      TransportNote(
        rule: "psi-interval",
        offset: longest.offset,
        pid: pid,
        program: program,
        measured: longest.ticks,
        time: longest.time,
        detail: "\(table) every \(Timestamp.seconds(longest.ticks)) (limit 0.5 s)"
      )
    )
  }

  /// Notes maps that name an ID3 PID as the PCR PID where no PCR came on it: that is noted when it comes.
  private func notePromisedClocks(_ streams: [MetadataStream]) {
    for stream in streams where !stream.hasNotedClock {
      guard let program = programs.first(where: { $0.map?.pcrPID == stream.pid }) else { continue }
      noteEarlier(
        TransportNote(
          rule: "ts-pcr-on-metadata",
          offset: stream.firstOffset,
          pid: stream.pid,
          program: program.number,
          time: stream.firstTime,
          detail: "PMT names the ID3 PID as PCR PID, no PCR came"
        )
      )
    }
  }

  /// The PCR PID of a program where no PCR came; nil where one did, or the map says that none will.
  package func missingClockPID(ofProgram number: UInt16) -> UInt16? {
    guard let program = programs.first(where: { $0.number == number }), program.lastPCR == nil,
      let pid = program.map?.pcrPID, pid != ProgramMap.noPCR, !carriesMetadata(pid)
    else { return nil }
    return pid
  }

  /// Notes what was missing of the tables, once the stream has ended.
  func noteMissingTables() {
    let streams = metadataOrder.compactMap { metadata[$0] }
    notePromisedClocks(streams)
    for stream in streams where stream.isDeclared && !stream.hasPackets {
      let length = duration(ofProgram: stream.program).map { " in \(Timestamp.seconds($0))" } ?? ""
      noteEarlier(
        TransportNote(
          rule: "pmt-declared-empty",
          offset: stream.firstOffset,
          pid: stream.pid,
          program: stream.program,
          measured: duration(ofProgram: stream.program),
          time: stream.firstTime,
          detail: "PID 0x\(String(stream.pid, radix: 16)) declared as ID3, no packet\(length)"
        )
      )
    }
    for stream in streams where stream.isDeclared && stream.lacksUnitStarts {
      let count = stream.packetsBeforeStart
      let packets = count == 1 ? "1 packet" : "\(count) packets"
      noteEarlier(
        TransportNote(
          rule: "pmt-declared-empty",
          offset: stream.firstOffset,
          pid: stream.pid,
          program: stream.program,
          measured: duration(ofProgram: stream.program),
          time: stream.firstTime,
          detail: "PID 0x\(String(stream.pid, radix: 16)) declared as ID3, "
            + "no PES packet starts in \(packets)"
        )
      )
    }
    guard let stream = streams.first(where: { !$0.isDeclared && $0.startCount > 0 }) else { return }
    guard association.version != nil else {
      return noteMissing("no PAT", program: nil, stream: stream)
    }
    for program in programs where program.map == nil {
      noteMissing("no PMT for program \(program.number)", program: program.number, stream: stream)
    }
  }

  private func noteMissing(_ words: String, program: UInt16?, stream: MetadataStream) {
    noteEarlier(
      TransportNote(
        rule: "psi-missing",
        offset: stream.firstOffset,
        pid: stream.pid,
        program: program,
        time: stream.firstTime,
        detail: "\(words): ID3 found by its bytes"
      )
    )
  }
}
