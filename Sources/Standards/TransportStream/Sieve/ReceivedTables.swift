import Formats

struct AssociationState {
  var source = SectionSource()
  /// The version in force; nil before the first complete table, and while a table with changed content and the same
  /// version is collected.
  var version: UInt8?
  var sections: [UInt8: PSISection] = [:]
  var collectingVersion: UInt8?
  /// The bytes of the latest valid table that has one section; empty after the arrival of a different section.
  var repeated: [UInt8] = []
  var doubts = DoubtfulSection()
  var interval = TableInterval()
  /// Whether the PAT in force begins with the network entry (program 0).
  var startsWithNetwork = false

  /// Adds a section. Returns the programs of the table when a new table is complete.
  mutating func collect(_ section: PSISection, _ bytes: [UInt8]) -> [ProgramAssociation.Entry]? {
    if collectingVersion != section.version {
      collectingVersion = section.version
      sections.removeAll()
    }
    // After a splice, a section may have new content but the same version. The earlier sections belong to the other
    // side of the splice.
    if let known = sections[section.number], known != section {
      sections.removeAll()
      version = nil
    }
    sections[section.number] = section
    if section.lastNumber == 0, PSISection.hasValidCRC(bytes) { repeated = bytes }
    guard section.version != version, sections.count == Int(section.lastNumber) + 1 else {
      return nil
    }
    version = section.version
    startsWithNetwork = sections[0]?.body.prefix(2).allSatisfy { $0 == 0 } == true
    return (0...section.lastNumber).compactMap { sections[$0] }
      .compactMap { ProgramAssociation($0) }.flatMap(\.programs)
  }
}

/// The received sections of a PID with program maps. This is a class, so that it is not copied for each packet.
final class MapTableState {
  var source = SectionSource()
  var sections: [UInt16: [UInt8]] = [:]
  var doubts = DoubtfulSection()
}

/// Models a reader, such as media3, that skips the first section of a PID if its `pointer_field` is not 0, and reads
/// the PIDs of maps only after it has read the PAT.
struct LateTableReader {
  /// The table PIDs on which the reader has seen the start of a section.
  private var started: Set<UInt16> = []
  /// The table PIDs from which the reader has read a section.
  private(set) var read: Set<UInt16> = []

  mutating func receive(_ packet: TransportPacket, pid: UInt16) {
    guard packet.startsUnit, !read.contains(pid), pid == 0 || read.contains(0),
      let pointer = packet.payload.first
    else { return }
    let isFirst = started.insert(pid).inserted
    if pointer == 0 || !isFirst { read.insert(pid) }
  }
}

/// How a received map of a program relates to the map in force.
enum MapCopy {
  /// A copy of the map in force.
  case repeated
  /// A damaged or unreadable map.
  case unusable
  /// A map that is not yet in force (`current_next_indicator` 0).
  case next(ProgramMap)
  /// A map that differs from the one in force, or the first map.
  case other(ProgramMap)
}

/// Assembles the sections of PAT and PMT, compares them with those in force, and decides which are accepted.
struct ReceivedTables {
  /// The position of a table in the stream. `now` is the presentation time of the first program with a clock.
  struct Place {
    var position: StreamPosition
    var now: Int64?
    /// The interval in ticks after which a CRC that stays wrong is reported again; nil means never.
    var reminderInterval: Int64?
  }

  private(set) var association = AssociationState()
  private var maps: [UInt16: MapTableState] = [:]
  var watch = TableWatch()
  private(set) var lateReader = LateTableReader()

  /// Handles a packet of a table PID. Returns the sections that the packet completes, and adds notes about errors.
  mutating func sections(
    of packet: TransportPacket,
    pid: UInt16,
    position: StreamPosition,
    time: Int64?,
    notes: inout [TransportNote]
  ) -> [[UInt8]] {
    lateReader.receive(packet, pid: pid)
    if pid == 0 {
      return association.source.receive(packet, position: position, time: time, notes: &notes)
    }
    return maps[pid]?.source.receive(packet, position: position, time: time, notes: &notes) ?? []
  }

  // MARK: - PAT

  /// Handles a section of the PAT. Returns the programs when a new table is complete.
  mutating func receiveAssociation(
    _ bytes: [UInt8],
    at place: Place,
    arrival: TableInterval.Reading?,
    notes: inout [TransportNote]
  ) -> [ProgramAssociation.Entry]? {
    if bytes == association.repeated {
      association.interval.receive(arrival, position: place.position, time: place.now)
      watch.receiveAssociation()
      return nil
    }
    association.repeated = []
    guard let section = PSISection(bytes),
      section.tableID == PSISection.programAssociationTableID
    else { return nil }
    if section.number == 0 {
      association.interval.receive(arrival, position: place.position, time: place.now)
    }
    let isBelieved = association.doubts.isBelieved(
      bytes,
      of: ("PAT", 0),
      position: place.position,
      now: place.now,
      interval: place.reminderInterval,
      notes: &notes
    )
    guard isBelieved, section.isCurrent, section.number <= section.lastNumber else { return nil }
    watch.receiveAssociation()
    return association.collect(section, bytes)
  }

  mutating func adopt(_ entries: [ProgramAssociation.Entry], roles tables: PIDTables) {
    for pid in maps.keys { tables[pid].remove(.tables) }
    var kept: [UInt16: MapTableState] = [:]
    for entry in entries {
      kept[entry.pid] = maps[entry.pid] ?? MapTableState()
      tables[entry.pid].insert(.tables)
    }
    maps = kept
  }

  // MARK: - PMT

  /// Handles a section on a map PID. Returns the program of the map, and how the map relates to the one in force; nil
  /// for other sections.
  mutating func receiveMap(
    _ bytes: [UInt8],
    pid: UInt16,
    at place: Place,
    notes: inout [TransportNote]
  ) -> (program: UInt16, copy: MapCopy)? {
    // Usually the section is a copy of the map in force, which is not parsed again.
    if place.reminderInterval == nil, bytes.count > 4 {
      let program = UInt16(bytes[3]) << 8 | UInt16(bytes[4])
      if maps[pid]?.sections[program] == bytes { return (program, .repeated) }
    }
    guard let section = PSISection(bytes), section.tableID == PSISection.programMapTableID,
      maps[pid] != nil
    else { return nil }
    let program = section.tableIDExtension
    let isRepeated = maps[pid]?.sections[program] == bytes
    if isRepeated, place.reminderInterval == nil { return (program, .repeated) }
    guard isRepeated || section.isCurrent else {
      return (program, ProgramMap(section).map { .next($0) } ?? .unusable)
    }
    // A device that breaks the CRC breaks it in every copy, so copies of the map in force cause reminders too.
    let isBelieved = maps[pid]?.doubts.isBelieved(
      bytes,
      of: ("PMT", pid),
      position: place.position,
      now: place.now,
      interval: place.reminderInterval,
      notes: &notes
    )
    if isRepeated { return (program, .repeated) }
    guard isBelieved == true, let map = ProgramMap(section) else { return (program, .unusable) }
    return (program, .other(map))
  }

  /// Puts the section of a map in force. New content counts at once, even with the same version: packagers of segments
  /// number every map 0, and many write one in each segment.
  mutating func adopt(_ section: [UInt8], ofProgram program: UInt16, pid: UInt16) {
    maps[pid]?.sections[program] = section
  }

  // MARK: - Parts of the input

  mutating func beginPart() {
    association.source.beginPart()
    for pid in maps.keys { maps[pid]?.source.beginPart() }
  }

  mutating func beginAfterHole() {
    association.source.beginAfterHole()
    for pid in maps.keys { maps[pid]?.source.beginAfterHole() }
  }

  /// The remaining notes about packets at the end of the stream.
  mutating func finish() -> [TransportNote] {
    var notes: [TransportNote] = []
    association.source.finish(pid: 0, notes: &notes)
    for pid in maps.keys.sorted() { maps[pid]?.source.finish(pid: pid, notes: &notes) }
    return notes
  }

  /// The note about a PAT that arrived too rarely, at the end of the stream.
  mutating func finishInterval(at place: Place, arrival: TableInterval.Reading?) -> TransportNote? {
    guard association.interval.isStarted else { return nil }
    association.interval.receive(arrival, position: place.position, time: place.now)
    return association.interval.note(of: "PAT", pid: 0, program: nil)
  }
}

/// Counts identical sections of a table whose CRC is wrong: they are accepted from the third copy on.
struct DoubtfulSection {
  static let copiesNeeded = 3
  private var section: [UInt8] = []
  private var copies = 0
  private var reminder = Reminder()

  /// Whether a section can be used: its CRC is right, or the last three damaged sections were identical. Reports a
  /// wrong CRC: once if the content differs from the last damaged section, and again every `interval` ticks of the
  /// presentation time `now`.
  mutating func isBelieved(
    _ bytes: [UInt8],
    of table: (name: String, pid: UInt16),
    position: StreamPosition,
    now: Int64?,
    interval: Int64?,
    notes: inout [TransportNote]
  ) -> Bool {
    if PSISection.hasValidCRC(bytes) { return true }
    let copy = count(bytes)
    if copy == 1 || reminder.isDue(after: interval, now: now) {
      reminder.say(at: now)
      let stored = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let computed = PSISection.checksum(of: bytes.dropLast(4))
      notes.append(
        TransportNote(
          rule: "psi-crc",
          position: position,
          pid: table.pid,
          detail: "\(table.name) CRC \(stored.hexadecimal), computed \(computed.hexadecimal)"
        )
      )
    }
    return copy >= Self.copiesNeeded
  }

  private mutating func count(_ bytes: [UInt8]) -> Int {
    if bytes == section {
      copies += 1
    } else {
      section = bytes
      copies = 1
    }
    return copies
  }
}
