/// A program map table (ISO/IEC 13818-1, 2.4.4.8): the elementary streams of one program.
public struct ProgramMap: Sendable, Hashable {
  /// `program_number`.
  public var programNumber: UInt16
  /// `version_number`, 0 to 31.
  public var version: UInt8
  /// `PCR_PID`; `noPCR` if the program has no PCR.
  public var pcrPID: UInt16
  /// The descriptors of the program.
  public var descriptors: [Descriptor]
  /// The elementary streams in the order of the table.
  public var streams: [ElementaryStream]

  /// The `PCR_PID` of a program without PCR: 0x1FFF.
  public static let noPCR: UInt16 = 0x1FFF

  /// Makes a table with the given fields.
  public init(
    programNumber: UInt16,
    version: UInt8 = 0,
    pcrPID: UInt16,
    descriptors: [Descriptor] = [],
    streams: [ElementaryStream]
  ) {
    self.programNumber = programNumber
    self.version = version
    self.pcrPID = pcrPID
    self.descriptors = descriptors
    self.streams = streams
  }

  /// Reads a section; fails if it is not a PMT section, or ends before its program loop does. An elementary stream
  /// whose descriptors extend past the end ends the list.
  public init?(_ section: PSISection) {
    let body = section.body
    guard section.tableID == PSISection.programMapTableID, body.count >= 4 else { return nil }
    let programInfoLength = Int(body[2] & 0x0F) << 8 | Int(body[3])
    guard 4 + programInfoLength <= body.count else { return nil }
    var streams: [ElementaryStream] = []
    var position = 4 + programInfoLength
    while position + 5 <= body.count {
      let infoLength = Int(body[position + 3] & 0x0F) << 8 | Int(body[position + 4])
      let end = position + 5 + infoLength
      guard end <= body.count else { break }
      streams.append(
        ElementaryStream(
          type: StreamType(rawValue: body[position]),
          pid: UInt16(body[position + 1] & 0x1F) << 8 | UInt16(body[position + 2]),
          descriptors: Descriptor.list(body[(position + 5)..<end])
        )
      )
      position = end
    }
    self.init(
      programNumber: section.tableIDExtension,
      version: section.version,
      pcrPID: UInt16(body[0] & 0x1F) << 8 | UInt16(body[1]),
      descriptors: Descriptor.list(body[4..<(4 + programInfoLength)]),
      streams: streams
    )
  }

  /// Whether the map lists `pid` with stream_type 0x15, but after another PID of that type.
  func namesMetadata(before pid: UInt16) -> Bool {
    guard let first = streams.first(where: { $0.type == .metadataInPES }), first.pid != pid else {
      return false
    }
    return streams.contains { $0.type == .metadataInPES && $0.pid == pid }
  }

  /// The table as one section, which the caller must keep within `PSISection.maximumLength`.
  public var section: PSISection {
    let programInfo = descriptors.flatMap(\.encoded)
    var body: [UInt8] = [
      0xE0 | UInt8(pcrPID >> 8 & 0x1F), UInt8(pcrPID & 0xFF),
      0xF0 | UInt8(programInfo.count >> 8 & 0x0F), UInt8(programInfo.count & 0xFF),
    ]
    body += programInfo
    for stream in streams {
      let info = stream.descriptors.flatMap(\.encoded)
      body += [
        stream.type.rawValue,
        0xE0 | UInt8(stream.pid >> 8 & 0x1F), UInt8(stream.pid & 0xFF),
        0xF0 | UInt8(info.count >> 8 & 0x0F), UInt8(info.count & 0xFF),
      ]
      body += info
    }
    return PSISection(
      tableID: PSISection.programMapTableID,
      tableIDExtension: programNumber,
      version: version,
      body: body
    )
  }
}
