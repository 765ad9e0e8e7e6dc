import Formats

extension PIDSieve {
  /// The most programs that are followed.
  static let maximumPrograms = 256

  /// Whether every program of the association has shown its map.
  var knowsAllMaps: Bool { association.version != nil && programs.allSatisfy { $0.map != nil } }

  /// Reads a packet of a PID that carries tables.
  func readTables(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    if packet.startsUnit {
      tableWatch.receive(pid: pid, offset: offset, stride: (framing ?? .plain).stride)
    }
    for section in sections(of: packet, pid: pid, offset: offset) {
      if pid == 0 {
        readAssociation(section, offset: offset)
      } else {
        readMap(section, pid: pid, offset: offset)
      }
    }
  }

  private func sections(of packet: TransportPacket, pid: UInt16, offset: Int64) -> [[UInt8]] {
    var notes: [TransportNote] = []
    defer { for note in notes { self.note(note) } }
    let time = packet.hasTransportError ? time(ofProgram: nil) : nil
    if pid == 0 {
      return association.source.receive(packet, offset: offset, time: time, notes: &notes)
    }
    return mapTables[pid]?.source.receive(packet, offset: offset, time: time, notes: &notes) ?? []
  }

  // MARK: - PAT

  private func readAssociation(_ bytes: [UInt8], offset: Int64) {
    if bytes == association.repeated {
      association.interval.receive(arrivalReading, offset: offset, time: time(ofProgram: nil))
      return tableWatch.receiveAssociation()
    }
    association.repeated = []
    guard let section = PSISection(bytes),
      section.tableID == PSISection.programAssociationTableID
    else { return }
    if section.number == 0 {
      association.interval.receive(arrivalReading, offset: offset, time: time(ofProgram: nil))
    }
    guard
      isBelieved(bytes, section, doubts: &association.doubts, pid: 0, table: "PAT", offset: offset)
    else { return }
    guard section.isCurrent, section.number <= section.lastNumber else { return }
    tableWatch.receiveAssociation()
    if association.collectingVersion != section.version {
      association.collectingVersion = section.version
      association.sections.removeAll()
    }
    // A section of a table in force that says something new: a splice that kept the version. Its CRC
    // fits, so it is no damage; what was collected belongs to the other side of the splice.
    if let known = association.sections[section.number], known != section {
      association.sections.removeAll()
      association.version = nil
    }
    association.sections[section.number] = section
    if section.lastNumber == 0, PSISection.hasValidCRC(bytes) { association.repeated = bytes }
    guard section.version != association.version,
      association.sections.count == Int(section.lastNumber) + 1
    else { return }
    association.version = section.version
    association.startsWithNetwork =
      association.sections[0]?.body.prefix(2).allSatisfy { $0 == 0 } == true
    let entries = (0...section.lastNumber).compactMap { association.sections[$0] }
      .compactMap { ProgramAssociation($0) }.flatMap(\.programs)
    adopt(entries, offset: offset)
  }

  /// Follows a new association: programs that stay keep their clock and their map.
  private func adopt(_ entries: [ProgramAssociation.Entry], offset: Int64) {
    if entries.count > Self.maximumPrograms {
      note(
        TransportNote(
          rule: "ts-pid-flood",
          offset: offset,
          amount: entries.count - Self.maximumPrograms,
          detail: "over \(Self.maximumPrograms) programs, "
            + "\(entries.count - Self.maximumPrograms) ignored"
        )
      )
    }
    for pid in mapTables.keys { tables[pid].remove(.tables) }
    var kept: [Program] = []
    var keptTables: [UInt16: MapTableState] = [:]
    for entry in entries.prefix(Self.maximumPrograms)
    where !kept.contains(where: { $0.number == entry.programNumber }) {
      let known = programs.first { $0.number == entry.programNumber && $0.mapPID == entry.pid }
      kept.append(known ?? newProgram(entry))
      keptTables[entry.pid] = mapTables[entry.pid] ?? MapTableState()
      tables[entry.pid].insert(.tables)
    }
    // The clock of a program that left goes to the one that took its place, so that time goes on.
    for index in kept.indices where kept[index].clock.reading == nil {
      if programs.indices.contains(index), programs[index].clock.reading != nil,
        !kept.contains(where: { $0.number == programs[index].number })
      {
        kept[index].inheritClock(of: programs[index])
      }
    }
    programs = kept
    mapTables = keptTables
    assignRoles()
  }

  /// A program that an association names anew. One whose map moved to another PID goes on with its clock.
  private func newProgram(_ entry: ProgramAssociation.Entry) -> Program {
    var program = Program(number: entry.programNumber, mapPID: entry.pid)
    let old = programs.first { $0.number == entry.programNumber && $0.clock.reading != nil }
    if let old { program.inheritClock(of: old) }
    return program
  }

  // MARK: - PMT

  private func readMap(_ bytes: [UInt8], pid: UInt16, offset: Int64) {
    if reminder == nil, bytes.count > 4 {
      let program = UInt16(bytes[3]) << 8 | UInt16(bytes[4])
      if mapTables[pid]?.sections[program] == bytes {
        noteInterval(ofProgram: program, mapPID: pid, offset: offset)
        return noteRepeatedMap(ofProgram: program, offset: offset)
      }
    }
    guard let section = PSISection(bytes), section.tableID == PSISection.programMapTableID,
      var state = mapTables[pid]
    else { return }
    defer { mapTables[pid] = state }
    noteInterval(ofProgram: section.tableIDExtension, mapPID: pid, offset: offset)
    if state.sections[section.tableIDExtension] == bytes {
      if reminder != nil {
        // A device that breaks the CRC breaks that of every copy.
        _ = isBelieved(
          bytes,
          section,
          doubts: &state.doubts,
          pid: pid,
          table: "PMT",
          offset: offset
        )
      }
      noteRepeatedMap(ofProgram: section.tableIDExtension, offset: offset)
      return
    }
    guard section.isCurrent,
      isBelieved(bytes, section, doubts: &state.doubts, pid: pid, table: "PMT", offset: offset),
      let map = ProgramMap(section),
      let index = programs.firstIndex(where: {
        $0.number == map.programNumber && $0.mapPID == pid
      })
    else { return }
    tableWatch.receiveMap(
      program: map.programNumber,
      declaresID3: map.streams.contains(where: \.mayCarryID3)
    )
    // Another content counts at once, also under the same version: packagers of segments number every
    // map 0, and many write one a segment.
    state.sections[section.tableIDExtension] = bytes
    noteChanges(from: programs[index].map, to: map, program: index, offset: offset)
    noteVersion(of: map, after: programs[index].map, program: index, offset: offset)
    // What this map says counts, whatever the ones before it said.
    if reminder != nil { forgetDeclarations(ofProgram: index) }
    noteDeclarations(in: map, offset: offset)
    programs[index].adopt(map)
    noteForm(of: bytes, of: map, program: index)
    // Frames in front of the first map count: time starts with them.
    if programs[index].clock.reading == nil, tablelessClock.knows(map) {
      programs[index].continueClock(of: tablelessClock.program)
    }
    assignRoles()
    for stream in map.streams where stream.mayCarryID3 && !tables[stream.pid].contains(.tables) {
      activate(stream.pid, program: map.programNumber, offset: offset)
    }
    if knowsAllMaps {
      forgetDroppedStreams()
      noteLonelyStreams(offset: offset)
      activateCandidates()
    }
  }

  /// Notes what players ask of the section of a map.
  private func noteForm(of section: [UInt8], of map: ProgramMap, program index: Int) {
    let pids = map.streams.filter { $0.type == .metadataInPES }.map(\.pid)
    if firstMetadataProgram == nil, !pids.isEmpty { firstMetadataProgram = map.programNumber }
    programs[index].noteForm(
      isDamaged: !PSISection.hasValidCRC(section),
      isLong: section.count > Self.longestSinglePacketMap,
      metadataPIDs: pids
    )
  }

  /// Bytes of a section that fit into a packet behind its header and `pointer_field`.
  private static let longestSinglePacketMap = 183

  /// Notes which ID3 PIDs the maps in force no longer declare.
  private func forgetDroppedStreams() {
    for pid in metadataOrder where metadata[pid]?.isInMap == true {
      metadata[pid]?.isInMap = programs.contains { program in
        program.map?.streams.contains { $0.pid == pid && $0.mayCarryID3 } == true
      }
    }
  }

  /// Notes another copy of the map in force.
  private func noteRepeatedMap(ofProgram number: UInt16, offset: Int64) {
    remindOfDeclarations(ofProgram: number, offset: offset)
    tableWatch.receiveMap(
      program: number,
      declaresID3: programs.first { $0.number == number }?.map?.streams
        .contains(where: \.mayCarryID3) ?? false
    )
  }

  /// Ends a part of the input, such as a segment: what its tables were. Call it when the whole part
  /// has been processed, with `isLast`, and before the first byte of the next.
  public func takeTablesSeen() -> TablesSeen {
    association.source.beginPart()
    for pid in mapTables.keys { mapTables[pid]?.source.beginPart() }
    for pid in spliceStreams.keys { spliceStreams[pid]?.beginPart() }
    for pid in metadataOrder { metadata[pid]?.beginPart() }
    // Packagers begin the counters of every segment anew: that is no loss of frames.
    tables.expectedCounters.update(repeating: PIDTables.noCounter, count: PIDTables.count)
    return tableWatch.end(programs: programs)
  }

  // MARK: - Both

  /// Whether a section may be used: its CRC fits, or it is the third identical copy.
  private func isBelieved(
    _ bytes: [UInt8],
    _ section: PSISection,
    doubts: inout DoubtfulSection,
    pid: UInt16,
    table: String,
    offset: Int64
  ) -> Bool {
    if PSISection.hasValidCRC(bytes) { return true }
    let copy = doubts.count(bytes)
    if copy == 1 || isReminderDue(ofTable: pid) {
      damagedTablesNotedAt[pid] = time(ofProgram: nil)
      let stored = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let computed = SectionChecksum.checksum(of: bytes.dropLast(4))
      note(
        TransportNote(
          rule: "psi-crc",
          offset: offset,
          pid: pid,
          detail: "\(table) CRC \(stored.hexadecimal), computed \(computed.hexadecimal)"
        )
      )
    }
    return copy >= DoubtfulSection.copiesNeeded
  }

  /// Whether it was said long enough ago that the CRC of a table is wrong.
  private func isReminderDue(ofTable pid: UInt16) -> Bool {
    guard let reminder, let now = time(ofProgram: nil) else { return false }
    guard let last = damagedTablesNotedAt[pid] else {
      // It was said before there was a clock.
      damagedTablesNotedAt[pid] = now
      return false
    }
    return now < last || now - last >= reminder
  }

  /// Writes the roles that the maps give into the PID tables.
  private func assignRoles() {
    for pid in 0..<PIDTables.count where programOfPID[pid] >= 0 {
      tables[UInt16(pid)].subtract([.frames, .clock, .audio])
      programOfPID[pid] = -1
    }
    furtherPrograms.removeAll()
    for (index, program) in programs.enumerated() {
      guard let map = program.map else { continue }
      for stream in map.streams where stream.kind != .other && !stream.mayCarryID3 {
        assign(stream.pid, stream.kind == .audio ? [.frames, .audio] : .frames, to: index)
        // A PID that changed its type: the map says it is no longer ID3.
        tables[stream.pid].subtract([.metadata, .candidate])
      }
      if map.pcrPID != ProgramMap.noPCR { assign(map.pcrPID, .clock, to: index) }
    }
    assignSplices()
  }

  private func assign(_ pid: UInt16, _ role: PIDRole, to index: Int) {
    guard pid != TransportPacket.nullPID, pid != 0 else { return }
    tables[pid].insert(role)
    let first = programOfPID[Int(pid)]
    if first < 0 {
      programOfPID[Int(pid)] = Int32(index)
    } else if first != Int32(index), furtherPrograms[pid]?.contains(index) != true {
      furtherPrograms[pid, default: []].append(index)
    }
  }
}
