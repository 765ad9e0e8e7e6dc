/// The programs of the PAT in force, and their clocks.
struct ProgramList {
  static let maximumCount = 256

  /// The programs in the order of the PAT. Programs are large values, so they are read and changed by index.
  var list: [Program] = []
  private(set) var owners = PIDOwners()
  /// The program whose map listed PIDs of stream_type 0x15 first.
  private(set) var firstMetadataProgram: UInt16?
  /// The clock before the stream's first map.
  let tablelessClock = TablelessClock()
  /// While a kept packet is passed on, the reading of `tablelessClock` when the packet arrived; nil otherwise.
  var replayedReading: PresentationClock.Reading?

  var haveMaps: Bool { list.allSatisfy { $0.map != nil } }

  func index(ofProgram number: UInt16) -> Int? {
    for index in list.indices where list[index].number == number { return index }
    return nil
  }

  func index(ofProgram number: UInt16, mapPID: UInt16) -> Int? {
    for index in list.indices
    where list[index].number == number && list[index].mapPID == mapPID { return index }
    return nil
  }

  /// The program of a map, audio, video or PCR PID; nil if it is unknown, or if several programs share the PID.
  func program(ofPID pid: UInt16) -> UInt16? {
    let maps = list.indices.filter { list[$0].mapPID == pid }
    if let index = maps.first { return maps.count == 1 ? list[index].number : nil }
    guard let index = owners.first(of: pid), list.indices.contains(index),
      owners.further(of: pid).isEmpty
    else { return nil }
    return list[index].number
  }

  func declareMetadata(_ pid: UInt16) -> Bool {
    list.contains { program in
      program.map?.streams.contains { $0.pid == pid && $0.mayCarryID3 } == true
    }
  }

  /// The programs with ID3 but without audio and video; empty if no program has audio or video.
  var lonelyPrograms: [UInt16] {
    guard list.contains(where: \.hasFrames) else { return [] }
    return list.filter { program in
      !program.hasFrames && program.map?.streams.contains(where: \.isTimedID3) == true
    }.map(\.number)
  }

  // MARK: - Tables

  /// Puts a new association in force. A program with an unchanged number and map PID keeps its clock and its map.
  mutating func adopt(_ entries: [ProgramAssociation.Entry]) {
    var kept = entries.map { entry in
      list.first { $0.number == entry.programNumber && $0.mapPID == entry.pid } ?? program(entry)
    }
    // A program that replaces another continues its clock, so that time continues.
    for index in kept.indices where kept[index].clock.reading == nil {
      if list.indices.contains(index), list[index].clock.reading != nil,
        !kept.contains(where: { $0.number == list[index].number })
      {
        kept[index].inheritClock(of: list[index])
      }
    }
    list = kept
  }

  /// A program that is new in an association. If only its map moved to another PID, it keeps its clock.
  private func program(_ entry: ProgramAssociation.Entry) -> Program {
    var program = Program(number: entry.programNumber, mapPID: entry.pid)
    let old = list.first { $0.number == entry.programNumber && $0.clock.reading != nil }
    if let old { program.inheritClock(of: old) }
    return program
  }

  mutating func adopt(_ map: ProgramMap, in section: [UInt8], program index: Int) {
    list[index].adopt(map)
    let pids = map.streams.filter { $0.type == .metadataInPES }.map(\.pid)
    if firstMetadataProgram == nil, !pids.isEmpty { firstMetadataProgram = map.programNumber }
    list[index].noteForm(
      isDamaged: !PSISection.hasValidCRC(section),
      isLong: section.count > Self.longestSinglePacketMap,
      metadataPIDs: pids
    )
    // The timeline starts with the frames before the first map.
    if list[index].clock.reading == nil, tablelessClock.knows(map) {
      list[index].continueClock(of: tablelessClock.program)
    }
  }

  /// The maximum number of section bytes in one packet, after the packet header and `pointer_field`.
  private static let longestSinglePacketMap = 183

  /// Assigns the roles of the PIDs that the maps in force declare as audio, video or PCR.
  mutating func assignRoles(to tables: PIDTables) {
    owners.removeAll { tables[$0].subtract([.frames, .clock, .audio]) }
    for index in list.indices {
      guard let map = list[index].map else { continue }
      for stream in map.streams where stream.kind != .other && !stream.mayCarryID3 {
        let role: PIDRole = stream.kind == .audio ? [.frames, .audio] : .frames
        assign(stream.pid, role, of: tables, to: index)
        // According to the map, the PID no longer carries ID3.
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

  // MARK: - Table intervals

  /// The reading that measures the interval of the PAT: the reading of the first program that has one.
  var arrivalReading: TableInterval.Reading? {
    for index in list.indices {
      if let reading = list[index].arrivalReading { return reading }
    }
    return nil
  }

  mutating func noteInterval(ofProgram number: UInt16, mapPID: UInt16, position: StreamPosition) {
    guard let index = index(ofProgram: number, mapPID: mapPID) else { return }
    list[index].mapInterval.receive(
      list[index].arrivalReading,
      position: position,
      time: list[index].clock.reading?.time
    )
  }

  /// The notes about maps that arrived too rarely, when the stream has ended at `position`.
  mutating func finishIntervals(position: StreamPosition) -> [TransportNote] {
    var notes: [TransportNote] = []
    for index in list.indices where list[index].mapInterval.isStarted {
      let (number, pid) = (list[index].number, list[index].mapPID)
      noteInterval(ofProgram: number, mapPID: pid, position: position)
      if let note = list[index].mapInterval.note(of: "PMT", pid: pid, program: number) {
        notes.append(note)
      }
    }
    return notes
  }

  // MARK: - Clocks

  /// The index of the program whose clock places the tags of program `number`: this program, or if `number` is nil, the
  /// first program with a clock, or else the first program.
  func clockIndex(ofProgram number: UInt16?) -> Int? {
    if let number { return index(ofProgram: number) }
    for index in list.indices where list[index].clock.reading != nil { return index }
    return list.indices.first
  }

  /// The presentation time in ticks that a program has reached; nil `number` means the first program with a clock.
  func time(ofProgram number: UInt16?) -> Int64? {
    clockIndex(ofProgram: number).flatMap { list[$0].clock.reading?.time }
  }

  /// The reading of a program's clock. Before the first map, the clock follows frames identified by their stream_id.
  func reading(ofProgram number: UInt16?) -> PresentationClock.Reading? {
    if list.contains(where: { $0.map != nil }) {
      return clockIndex(ofProgram: number).flatMap { list[$0].clock.reading }
    }
    return replayedReading ?? tablelessClock.reading
  }

  /// The reading that is right if the reference's latest time stamp is wrong; nil if that time stamp is not doubtful.
  func alternativeReading(ofProgram number: UInt16?) -> PresentationClock.Reading? {
    guard list.contains(where: { $0.map != nil }) else { return nil }
    return clockIndex(ofProgram: number).flatMap { list[$0].alternativeReading }
  }

  /// Advances the clock of a program without another clock to a tag's own time stamp. Returns the note about a jump.
  mutating func followTag(_ pes: MetadataPES, program index: Int) -> TransportNote? {
    guard let pts = pes.header?.pts, let jump = list[index].receiveTag(pts: pts) else { return nil }
    return note(jump, pid: pes.pid, program: index, position: pes.position)
  }

  /// The note about an undeclared jump of a clock, with the presentation time after the jump.
  func note(
    _ jump: Int64,
    pid: UInt16,
    program index: Int,
    position: StreamPosition
  ) -> TransportNote {
    TransportNote(
      rule: jump < 0 ? "clock-pts-backward" : "clock-pts-jump",
      position: position,
      pid: pid,
      program: list[index].number,
      measured: abs(jump),
      time: list[index].clock.reading?.time,
      detail: PresentationClock.words(forJump: jump)
    )
  }

  /// Records the latest audio PTS and PCR before a PES packet, and whether the map lists another metadata PID first.
  mutating func noteSurroundings(of pes: OpenPES) {
    guard !pes.value.isReplayed, let index = clockIndex(ofProgram: pes.value.program) else {
      return
    }
    pes.value.audioPTS = list[index].audio.last
    pes.value.isAfterOtherPID = list[index].map?.namesMetadata(before: pes.value.pid) ?? false
    guard !list[index].isBetweenTimeBases else { return }
    pes.value.programClock = list[index].lastPCR
  }

  /// The programs whose clock runs: the program `number`, or all programs if `number` is nil. Before the first map, the
  /// program of `tablelessClock`, if its clock runs.
  func running(_ number: UInt16?) -> [Program] {
    let running = list.filter {
      (number == nil || $0.number == number) && $0.clock.reading != nil
    }
    let isTableless = running.isEmpty && !list.contains { $0.map != nil }
    return isTableless && tablelessClock.reading != nil ? [tablelessClock.program] : running
  }

  func duration(ofProgram number: UInt16?) -> Int64? { running(number).map(\.clock.end).max() }

  /// The starts of the earliest and the latest frame of all programs in the current part; nil if there are no frames.
  func framesSeen(_ kind: KeyPath<FramesSeen, ClosedRange<Int64>?>) -> ClosedRange<Int64>? {
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

/// The programs, by index, to which the frames or the clock of a PID belong. Usually there is one.
struct PIDOwners {
  /// The first program of each PID, up to the highest PID with a program; -1 for a PID without one. PIDs are usually
  /// low, so this saves memory when a process follows many streams.
  private var first: [Int32] = []
  private var further: [UInt16: [Int]] = [:]

  /// Whether any PID belongs to several programs.
  var hasShared: Bool { !further.isEmpty }

  func first(of pid: UInt16) -> Int? {
    guard Int(pid) < first.count else { return nil }
    let index = Int(first[Int(pid)])
    return index < 0 ? nil : index
  }

  func further(of pid: UInt16) -> [Int] { further[pid] ?? [] }

  mutating func assign(_ pid: UInt16, to index: Int) {
    let missing = Int(pid) + 1 - first.count
    if missing > 0 { first.append(contentsOf: repeatElement(-1, count: missing)) }
    let known = first[Int(pid)]
    if known < 0 {
      first[Int(pid)] = Int32(index)
    } else if known != Int32(index), further[pid]?.contains(index) != true {
      further[pid, default: []].append(index)
    }
  }

  /// Removes all programs. `body` is called with each PID that had one.
  mutating func removeAll(_ body: (UInt16) -> Void) {
    for pid in first.indices where first[pid] >= 0 { body(UInt16(pid)) }
    first.removeAll()
    further.removeAll()
  }
}

/// The clock of a stream whose tables are missing or late. It follows PES packets that are audio or video according to
/// their stream_id (ISO/IEC 13818-1, table 2-22). The clock is an object, so that a list of programs is cheap to copy.
final class TablelessClock {
  private static let maximumPIDs = 16

  private(set) var program = Program(number: 0, mapPID: TransportPacket.nullPID)
  private var map = ProgramMap(programNumber: 0, pcrPID: ProgramMap.noPCR, streams: [])

  var reading: PresentationClock.Reading? { program.clock.reading }

  func receive(_ payload: UnsafeRawBufferPointer, pid: UInt16) {
    guard let pts = PESHeader.presentationTimestamp(payload),
      let type = Self.type(ofStreamID: payload[3])
    else { return }
    if !map.streams.contains(where: { $0.pid == pid }) {
      guard map.streams.count < Self.maximumPIDs else { return }
      map.streams.append(ElementaryStream(type: type, pid: pid))
      program.adopt(map)
    }
    _ = program.receiveFrame(pid: pid, pts: pts)
  }

  /// Whether frames on the PID of any audio or video stream of the map have been followed.
  func knows(_ other: ProgramMap) -> Bool {
    map.streams.contains { known in
      other.streams.contains { $0.pid == known.pid && $0.kind != .other }
    }
  }

  /// Audio has the stream_ids 0xC0 to 0xDF, and video 0xE0 to 0xEF. A clock does not depend on the codec.
  private static func type(ofStreamID streamID: UInt8) -> StreamType? {
    switch streamID {
    case 0xC0...0xDF: return .adtsAAC
    case 0xE0...0xEF: return .h264
    default: return nil
    }
  }
}
