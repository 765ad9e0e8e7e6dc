extension PIDSieve {
  /// Reads a packet of a PID whose content is unknown, and which may carry ID3.
  func readUnknown(_ packet: TransportPacket, pid: UInt16, position: StreamPosition, role: PIDRole)
  {
    let isCandidate = role.contains(.candidate)
    if packet.startsUnit, !knowsAllMaps {
      programs.tablelessClock.receive(packet.payload, pid: pid)
    }
    guard isCandidate || packet.startsUnit && TagProbe.startsTag(pes: packet.payload) else {
      return
    }
    if knowsAllMaps {
      activate(pid, program: nil, position: position)
      readMetadata(packet, pid: pid, position: position)
      return
    }
    let (dropped, isDue) = metadata.candidates.append(
      packet,
      pid: pid,
      position: position,
      reading: programs.tablelessClock.reading
    )
    tables[pid].insert(.candidate)
    if let dropped {
      tables[dropped].remove(.candidate)
      metadata.ignore(dropped, position: position, time: programs.time(ofProgram: nil))
    }
    if isDue { activateCandidates() }
  }

  func readMetadata(_ packet: TransportPacket, pid: UInt16, position: StreamPosition) {
    output.now = programs.time(ofProgram: metadata.streams[pid]?.program)
    // Placing a PES packet may report a jump, which comes after the notes of the stream.
    metadata.streams[pid]?.receive(packet, position: position, into: &output)
    placeStarted()
    settleFullBacklog()
  }

  /// Passes on the kept packets, except of PIDs that a map declares as audio or video, and of PIDs above the maximum.
  func activateCandidates() {
    for candidate in metadata.candidates.removeAll() {
      tables[candidate.pid].remove(.candidate)
      if tables[candidate.pid].contains(.frames) { continue }
      let position = candidate.positions.first ?? packets.position()
      if metadata.streams[candidate.pid] != nil {
        noteUndeclared(candidate.pid, position: position)
      } else {
        activate(candidate.pid, program: nil, position: position)
      }
      candidate.packets.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        metadata.streams[candidate.pid]?.isReplaying = true
        defer {
          programs.replayedReading = nil
          metadata.streams[candidate.pid]?.isReplaying = false
        }
        for (index, position) in candidate.positions.enumerated() {
          programs.replayedReading = candidate.readings[index]
          readMetadata(
            TransportPacket(at: base + index * TransportPacket.byteCount),
            pid: candidate.pid,
            position: position
          )
        }
      }
    }
  }

  func activate(_ pid: UInt16, program: UInt16?, position: StreamPosition) {
    let time = programs.time(ofProgram: program)
    switch metadata.activate(pid, program: program, position: position, time: time) {
    case .known: tables[pid].insert(.metadata)
    case .refused: metadata.ignore(pid, position: position, time: programs.time(ofProgram: nil))
    case .begun:
      tables[pid].insert(.metadata)
      if program == nil { noteUndeclared(pid, position: position) }
    }
  }

  private func noteUndeclared(_ pid: UInt16, position: StreamPosition) {
    note(
      TransportNote(
        rule: "pmt-undeclared",
        position: position,
        pid: pid,
        detail: "ID3 on a PID that no program map has declared yet"
      )
    )
  }

  // MARK: - Placing tags

  func placeStarted() {
    while !output.started.isEmpty { place(output.started.removeFirst()) }
  }

  /// Places a PES packet on the timeline of its program, or lets it wait for a clock or for audio.
  func place(_ pes: OpenPES) {
    let (pid, program) = (pes.value.pid, pes.value.program)
    if waiting.hole != nil, let pts = pes.value.header?.pts,
      let reading = programs.reading(ofProgram: program)
    {
      settleHole(at: reading.time(of: pts))
    }
    pes.value.multiplex.read(
      packets,
      position: pes.value.position,
      first: received.watch.firstPacket
    )
    pes.value.multiplex.read(programs, program: program, pid: pid)
    pes.value.multiplex.followsNetworkEntry = received.association.startsWithNetwork
    if let index = programs.clockIndex(ofProgram: program) {
      let mapPID = programs.list[index].mapPID
      pes.value.multiplex.isMapSkipped = !received.lateReader.read.contains(mapPID)
    }
    pes.value.multiplex.isDeclaredLater =
      pes.value.isReplayed && metadata.streams[pid]?.isDeclared == true
    programs.noteSurroundings(of: pes)
    if !pes.value.isReplayed, let index = programs.clockIndex(ofProgram: program) {
      pes.awaitAudio(of: programs.list[index])
    }
    waiting.packets.place(pes, on: &programs, into: &output)
  }

  /// Places all waiting PES packets if too much output is held back.
  func settleFullBacklog() {
    if !waiting.packets.isEmpty, output.isBacklogFull { settleWaiting() }
  }

  /// Reports the missing part of the input. `time` is the presentation time after that part; nil if it is unknown.
  func settleHole(at time: Int64?) {
    guard let hole = waiting.hole else { return }
    waiting.hole = nil
    noteEarlier(hole.note(end: time))
  }

  func settleWaiting() { waiting.packets.finish(on: &programs, into: &output) }
}
