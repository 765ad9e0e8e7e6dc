/// A program association table (ISO/IEC 13818-1, 2.4.4.3): the PID of each program's map.
public struct ProgramAssociation: Sendable, Hashable {
  /// One program of the table.
  public struct Entry: Sendable, Hashable {
    /// `program_number`, 1 to 65535. Entries with number 0, which give the network PID, are not read.
    public var programNumber: UInt16
    /// `program_map_PID`, 0 to 8191.
    public var pid: UInt16

    /// Makes an entry with the given fields.
    public init(programNumber: UInt16, pid: UInt16) {
      self.programNumber = programNumber
      self.pid = pid
    }
  }

  /// `transport_stream_id`.
  public var transportStreamID: UInt16
  /// `version_number`, 0 to 31.
  public var version: UInt8
  /// The programs in the order of the table.
  public var programs: [Entry]

  /// Makes a table with the given fields.
  public init(transportStreamID: UInt16 = 1, version: UInt8 = 0, programs: [Entry]) {
    self.transportStreamID = transportStreamID
    self.version = version
    self.programs = programs
  }

  /// Reads the entries of one section; fails if it is not a PAT section.
  public init?(_ section: PSISection) {
    guard section.tableID == PSISection.programAssociationTableID else { return nil }
    var entries: [Entry] = []
    let body = section.body
    for start in stride(from: 0, to: body.count - 3, by: 4) {
      let number = UInt16(body[start]) << 8 | UInt16(body[start + 1])
      guard number != 0 else { continue }
      entries.append(
        Entry(
          programNumber: number,
          pid: UInt16(body[start + 2] & 0x1F) << 8 | UInt16(body[start + 3])
        )
      )
    }
    self.init(
      transportStreamID: section.tableIDExtension,
      version: section.version,
      programs: entries
    )
  }

  /// The table as one section. Only the first 253 programs fit; the others are left out.
  public var section: PSISection {
    var body: [UInt8] = []
    for entry in programs.prefix(253) {
      body += [
        UInt8(entry.programNumber >> 8), UInt8(entry.programNumber & 0xFF),
        0xE0 | UInt8(entry.pid >> 8 & 0x1F), UInt8(entry.pid & 0xFF),
      ]
    }
    return PSISection(
      tableID: PSISection.programAssociationTableID,
      tableIDExtension: transportStreamID,
      version: version,
      body: body
    )
  }
}
