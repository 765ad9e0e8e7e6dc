/// The programs that the association in force names, and what tells their time.
struct ProgramList {
  /// The most programs that are followed.
  static let maximumCount = 256

  /// The programs in the order of the association. Programs are large values: they are asked and changed by index.
  var list: [Program] = []
  private(set) var owners = PIDOwners()
  /// The program whose map named PIDs of stream_type 0x15 first.
  private(set) var firstMetadataProgram: UInt16?
  /// The clock of a stream without any map so far.
  var tablelessClock = TablelessClock()
  /// That clock as it stood when a kept packet came, while the packet is let through later.
  var replayedReading: PresentationClock.Reading?

  /// Whether every program has shown its map.
  var haveMaps: Bool { list.allSatisfy { $0.map != nil } }

  /// The index of a program.
  func index(ofProgram number: UInt16) -> Int? {
    for index in list.indices where list[index].number == number { return index }
    return nil
  }

  /// The index of a program whose map comes on a PID.
  func index(ofProgram number: UInt16, mapPID: UInt16) -> Int? {
    for index in list.indices
    where list[index].number == number && list[index].mapPID == mapPID { return index }
    return nil
  }

  /// The program that a PID belongs to by its maps or its frames; nil where none is known, or several share the PID.
  func program(ofPID pid: UInt16) -> UInt16? {
    let maps = list.indices.filter { list[$0].mapPID == pid }
    if let index = maps.first { return maps.count == 1 ? list[index].number : nil }
    guard let index = owners.first(of: pid), list.indices.contains(index),
      owners.further(of: pid).isEmpty
    else { return nil }
    return list[index].number
  }

  /// Whether a map in force names a PID that may carry ID3.
  func declareMetadata(_ pid: UInt16) -> Bool {
    list.contains { program in
      program.map?.streams.contains { $0.pid == pid && $0.mayCarryID3 } == true
    }
  }

  /// Programs whose ID3 is apart from the audio and video of the stream.
  var lonelyPrograms: [UInt16] {
    guard list.contains(where: \.hasFrames) else { return [] }
    return list.filter { program in
      !program.hasFrames && program.map?.streams.contains(where: \.isTimedID3) == true
    }.map(\.number)
  }

  // MARK: - Tables

  /// Follows a new association: programs that stay keep their clock and their map.
  mutating func adopt(_ entries: [ProgramAssociation.Entry]) {
    var kept = entries.map { entry in
      list.first { $0.number == entry.programNumber && $0.mapPID == entry.pid } ?? program(entry)
    }
    // The clock of a program that left goes to the one that took its place, so that time goes on.
    for index in kept.indices where kept[index].clock.reading == nil {
      if list.indices.contains(index), list[index].clock.reading != nil,
        !kept.contains(where: { $0.number == list[index].number })
      {
        kept[index].inheritClock(of: list[index])
      }
    }
    list = kept
  }

  /// A program that an association newly names. One whose map moved to another PID goes on with its clock.
  private func program(_ entry: ProgramAssociation.Entry) -> Program {
    var program = Program(number: entry.programNumber, mapPID: entry.pid)
    let old = list.first { $0.number == entry.programNumber && $0.clock.reading != nil }
    if let old { program.inheritClock(of: old) }
    return program
  }

  /// Puts the map of a program in force that came in these bytes.
  mutating func adopt(_ map: ProgramMap, in section: [UInt8], program index: Int) {
    list[index].adopt(map)
    let pids = map.streams.filter { $0.type == .metadataInPES }.map(\.pid)
    if firstMetadataProgram == nil, !pids.isEmpty { firstMetadataProgram = map.programNumber }
    list[index].noteForm(
      isDamaged: !PSISection.hasValidCRC(section),
      isLong: section.count > Self.longestSinglePacketMap,
      metadataPIDs: pids
    )
    // Frames before the first map count: time starts with them.
    if list[index].clock.reading == nil, tablelessClock.knows(map) {
      list[index].continueClock(of: tablelessClock.program)
    }
  }

  /// Bytes of a section that fit into a packet after its header and `pointer_field`.
  private static let longestSinglePacketMap = 183

  /// Gives the PIDs that the maps in force name as audio, video or PCR their roles.
  mutating func assignRoles(to tables: PIDTables) {
    owners.removeAll { tables[$0].subtract([.frames, .clock, .audio]) }
    for index in list.indices {
      guard let map = list[index].map else { continue }
      for stream in map.streams where stream.kind != .other && !stream.mayCarryID3 {
        let role: PIDRole = stream.kind == .audio ? [.frames, .audio] : .frames
        assign(stream.pid, role, of: tables, to: index)
        // A PID that changed its type: the map says it is no longer ID3.
        tables[stream.pid].subtract([.metadata, .candidate])
      }
      if map.pcrPID != ProgramMap.noPCR { assign(map.pcrPID, .clock, of: tables, to: index) }
    }
  }

  private mutating func assign(
    _ pid: UInt16,
    _ role: PIDRole,
    of tables: PIDTables,
    to index: Int
  ) {
    guard pid != TransportPacket.nullPID, pid != 0 else { return }
    tables[pid].insert(role)
    owners.assign(pid, to: index)
  }

  // MARK: - How often tables come

  /// The clock that tells how often the PAT comes: that of the first program with one.
  var arrivalReading: TableInterval.Reading? {
    for index in list.indices {
      if let reading = list[index].arrivalReading { return reading }
    }
    return nil
  }

  /// Notes a copy of a program's map.
  mutating func noteInterval(ofProgram number: UInt16, mapPID: UInt16, offset: Int64) {
    guard let index = index(ofProgram: number, mapPID: mapPID) else { return }
    list[index].mapInterval.receive(
      list[index].arrivalReading,
      offset: offset,
      time: list[index].clock.reading?.time
    )
  }

  /// Where maps came too rarely, once the stream has ended at `offset`.
  mutating func finishIntervals(offset: Int64) -> [TransportNote] {
    var notes: [TransportNote] = []
    for index in list.indices where list[index].mapInterval.isStarted {
      let (number, pid) = (list[index].number, list[index].mapPID)
      noteInterval(ofProgram: number, mapPID: pid, offset: offset)
      if let note = list[index].mapInterval.note(of: "PMT", pid: pid, program: number) {
        notes.append(note)
      }
    }
    return notes
  }

  // MARK: - Clocks

  /// The index of the program whose clock places the tags of a program: its own; with nil the first that has a clock.
  func clockIndex(ofProgram number: UInt16?) -> Int? {
    if let number { return index(ofProgram: number) }
    for index in list.indices where list[index].clock.reading != nil { return index }
    return list.indices.first
  }

  /// The presentation time that a program has reached, of the first with a clock when `number` is nil.
  func time(ofProgram number: UInt16?) -> Int64? {
    clockIndex(ofProgram: number).flatMap { list[$0].clock.reading?.time }
  }

  /// What the clock of a program shows. Without any map it is the clock of the frames that say by themselves what
  /// they are.
  func reading(ofProgram number: UInt16?) -> PresentationClock.Reading? {
    if list.contains(where: { $0.map != nil }) {
      return clockIndex(ofProgram: number).flatMap { list[$0].clock.reading }
    }
    return replayedReading ?? tablelessClock.reading
  }

  /// The reading that is right instead of the other when one time stamp of the reference was wrong.
  func alternativeReading(ofProgram number: UInt16?) -> PresentationClock.Reading? {
    guard list.contains(where: { $0.map != nil }) else { return nil }
    return clockIndex(ofProgram: number).flatMap { list[$0].alternativeReading }
  }

  /// Lets a tag's own time stamp drive the clock of a program that has no other. Returns the note of a jump.
  mutating func followTag(_ pes: MetadataPES, program index: Int) -> TransportNote? {
    guard let pts = pes.header?.pts, let jump = list[index].receiveTag(pts: pts) else { return nil }
    return note(jump, pid: pes.pid, program: index, offset: pes.offset)
  }

  /// The note of an undeclared jump of a clock, with the presentation time after it.
  func note(
    _ jump: PresentationClock.Jump,
    pid: UInt16,
    program index: Int,
    offset: Int64
  ) -> TransportNote {
    let (rule, words, ticks) =
      switch jump {
      case .backward(let ticks): ("clock-pts-backward", "PTS back by", ticks)
      case .forward(let ticks): ("clock-pts-jump", "PTS jumps", ticks)
      }
    return TransportNote(
      rule: rule,
      offset: offset,
      pid: pid,
      program: list[index].number,
      measured: ticks,
      time: list[index].clock.reading?.time,
      detail: "\(words) \(Timestamp.seconds(ticks)) without discontinuity"
    )
  }

  /// Notes what stands around a PES in the multiplex. What was around a kept packet when it came is not known any
  /// more.
  mutating func noteSurroundings(of pes: MetadataPES) {
    guard !pes.isReplayed, let index = clockIndex(ofProgram: pes.program) else { return }
    list[index].audio.receive(pes)
    pes.isBehindOtherPID = list[index].map?.namesMetadata(inFrontOf: pes.pid) ?? false
    guard !list[index].isBetweenTimeBases else { return }
    pes.programClock = list[index].lastPCR
  }

  /// The programs whose clock runs, all of that number or of any with nil.
  func running(_ number: UInt16?) -> [Program] {
    let running = list.filter {
      (number == nil || $0.number == number) && $0.clock.reading != nil
    }
    let isTableless = running.isEmpty && !list.contains { $0.map != nil }
    return isTableless && tablelessClock.reading != nil ? [tablelessClock.program] : running
  }

  /// The length of a program's timeline in 90 kHz ticks, the longest of all with nil; nil when no clock ran.
  func duration(ofProgram number: UInt16?) -> Int64? { running(number).map(\.clock.end).max() }

  /// Where the first and the last frame of the part in hand start; nil when it had none.
  func framesSeen(
    _ kind: KeyPath<FramesSeen, ClosedRange<Int64>?>
  ) -> ClosedRange<Int64>? {
    var seen: ClosedRange<Int64>?
    for index in list.indices {
      guard let frames = list[index].framesSeen[keyPath: kind] else { continue }
      seen =
        seen.map {
          min($0.lowerBound, frames.lowerBound)...max($0.upperBound, frames.upperBound)
        } ?? frames
    }
    return seen
  }
}
