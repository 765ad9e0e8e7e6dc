import Formats

/// A `splice_info_section` (SCTE 35 2023, 9.6), which announces splice points and segments. Only the fields needed for
/// ad breaks are read.
package struct SpliceInfoSection: Sendable, Hashable {
  /// `pts_adjustment`: 33 bits at 90 kHz, added to every time in the section.
  package var ptsAdjustment: Int64
  package var command: SpliceCommand
  package var segmentations: [SegmentationDescriptor]

  static let tableID: UInt8 = 0xFC
  package static let maximumLength = 4093
  /// The value of `splice_command_length` that means an unknown length.
  static let unknownCommandLength = 0xFFF

  package init(
    ptsAdjustment: Int64 = 0,
    command: SpliceCommand,
    segmentations: [SegmentationDescriptor] = []
  ) {
    self.ptsAdjustment = ptsAdjustment
    self.command = command
    self.segmentations = segmentations
  }

  /// A time of the section with `pts_adjustment` added, in 90 kHz ticks modulo 2³³.
  package func adjusted(_ pts: Int64) -> Int64 { (pts &+ ptsAdjustment) & 0x1_FFFF_FFFF }
}

extension SpliceInfoSection {
  /// Reads a section, and ignores bytes after it. An encrypted section becomes `splice_null` without descriptors.
  package init(parsing bytes: [UInt8]) throws(SpliceFault) {
    var cursor = ByteCursor(bytes[...])
    let tableID = try cursor.byte()
    guard tableID == Self.tableID else { throw SpliceFault(.tableID(tableID), at: 0) }
    let length = Int(try cursor.uint16() & 0x0FFF)
    // The section must contain the fields up to splice_command_type, the length of the descriptors, and the CRC.
    guard (17...Self.maximumLength).contains(length) else {
      throw SpliceFault(.length(length), at: 1)
    }
    guard bytes.count >= 3 + length else { throw SpliceFault(.cut, at: bytes.count) }
    let section = Array(bytes[..<(3 + length)])
    let computed = SectionCRC.checksum(of: Array(section.dropLast(4)))
    let stored = section.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard stored == computed else {
      throw SpliceFault(.checksum(stored: stored, computed: computed), at: length - 1)
    }
    var fields = ByteCursor(section[3..<(3 + length - 4)])
    // Skips protocol_version.
    _ = try fields.byte()
    let (flags, adjustment) = try fields.flagsAndTime()
    // Skips cw_index.
    _ = try fields.byte()
    let lengths = try fields.number(bytes: 3)
    self.init(ptsAdjustment: adjustment, command: .null)
    let isEncrypted = flags & 0x40 != 0
    guard !isEncrypted else { return }
    command = try SpliceCommand(parsing: &fields, length: Int(lengths & 0xFFF))
    var loop = ByteCursor(try fields.slice(Int(try fields.uint16())))
    while loop.remaining > 0 {
      let tag = try loop.byte()
      let body = try loop.slice(Int(try loop.byte()))
      // A malformed descriptor is skipped: the rest of the section can be read.
      if let known = try? SegmentationDescriptor(tag: tag, body) { segmentations.append(known) }
    }
  }

  /// The bytes of the section, with a computed CRC.
  package var encoded: [UInt8] {
    var body: [UInt8] = [0]
    body.append(flags: 0, time: ptsAdjustment)
    let content = command.encoded
    // cw_index, then tier (not used) and the length of the command without its type.
    body.append(0)
    body.append(0xFFF << 12 | UInt64(content.count - 1), bytes: 3)
    body += content
    let loop = segmentations.flatMap(\.encoded)
    body.append(UInt64(loop.count), bytes: 2)
    body += loop
    var section: [UInt8] = [Self.tableID]
    section.append(0x3000 | UInt64((body.count + 4) & 0xFFF), bytes: 2)
    section += body
    section.append(UInt64(SectionCRC.checksum(of: section)), bytes: 4)
    return section
  }
}
