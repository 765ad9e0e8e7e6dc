import Formats

/// A `splice_info_section` (SCTE 35 2023, 9.6): what announces splice points and segments.
package struct SpliceInfoSection: Sendable, Hashable {
  /// `encryption_algorithm` and `cw_index` of an encrypted section (11).
  package struct Encryption: Sendable, Hashable {
    /// `encryption_algorithm`, 0 to 63.
    package var algorithm: UInt8
    /// `cw_index`.
    package var controlWordIndex: UInt8

    package init(algorithm: UInt8, controlWordIndex: UInt8) {
      (self.algorithm, self.controlWordIndex) = (algorithm, controlWordIndex)
    }
  }

  /// `sap_type`, 0 to 3; 3: not specified.
  package var sapType: UInt8
  package var protocolVersion: UInt8
  /// `pts_adjustment`: 33 bits at 90 kHz, to be added to every time of the section.
  package var ptsAdjustment: Int64
  /// How the section is encrypted; nil in clear.
  package var encryption: Encryption?
  /// `cw_index` of a section in clear: it means nothing.
  package var unusedControlWordIndex: UInt8
  /// `tier`, 0 to 4095.
  package var tier: UInt16
  /// The command.
  package var command: SpliceCommand
  /// The descriptors, in the order of the section.
  package var descriptors: [SpliceDescriptor]

  package static let tableID: UInt8 = 0xFC
  /// The largest `section_length`.
  package static let maximumLength = 4093
  /// `splice_command_length` of senders that do not fill it in.
  static let unknownCommandLength = 0xFFF

  package init(
    sapType: UInt8 = 3,
    protocolVersion: UInt8 = 0,
    ptsAdjustment: Int64 = 0,
    encryption: Encryption? = nil,
    unusedControlWordIndex: UInt8 = 0,
    tier: UInt16 = 0xFFF,
    command: SpliceCommand,
    descriptors: [SpliceDescriptor] = []
  ) {
    self.sapType = sapType
    self.protocolVersion = protocolVersion
    self.ptsAdjustment = ptsAdjustment
    self.encryption = encryption
    self.unusedControlWordIndex = unusedControlWordIndex
    self.tier = tier
    self.command = command
    self.descriptors = descriptors
  }

  package var segmentations: [SegmentationDescriptor] {
    descriptors.compactMap { if case .segmentation(let known) = $0 { known } else { nil } }
  }

  /// A time of the section with `pts_adjustment`, 33 bits.
  package func adjusted(_ pts: Int64) -> Int64 { (pts &+ ptsAdjustment) & 0x1_FFFF_FFFF }
}

extension SpliceInfoSection {
  /// Reads a section. Bytes after it are ignored.
  package init(parsing bytes: [UInt8]) throws(SpliceFault) {
    var cursor = ByteCursor(bytes[...])
    let tableID = try cursor.byte()
    guard tableID == Self.tableID else { throw SpliceFault(.tableID(tableID), at: 0) }
    let word = try cursor.uint16()
    let length = Int(word & 0x0FFF)
    // Fields up to splice_command_type, the length of the descriptors, and the CRC.
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
    let version = try fields.byte()
    let (flags, adjustment) = try fields.flagsAndTime()
    let index = try fields.byte()
    let lengths = try fields.number(bytes: 3)
    self.init(
      sapType: UInt8(word >> 12 & 3),
      protocolVersion: version,
      ptsAdjustment: adjustment,
      encryption: flags & 0x40 == 0
        ? nil : Encryption(algorithm: flags & 0x3F, controlWordIndex: index),
      unusedControlWordIndex: flags & 0x40 == 0 ? index : 0,
      tier: UInt16(lengths >> 12),
      command: .null
    )
    if encryption != nil {
      command = .encrypted(Array(try fields.slice(fields.remaining)))
      return
    }
    command = try SpliceCommand(parsing: &fields, length: Int(lengths & 0xFFF))
    let loopLength = Int(try fields.uint16())
    descriptors = try SpliceDescriptor.list(try fields.slice(loopLength))
  }

  /// The bytes of the section with a fresh CRC.
  package var encoded: [UInt8] {
    var body: [UInt8] = [protocolVersion]
    let flags = encryption.map { 0x40 | $0.algorithm & 0x3F } ?? 0
    body.append(flags: flags, time: ptsAdjustment)
    body.append(encryption?.controlWordIndex ?? unusedControlWordIndex)
    let content = command.encoded
    // Encrypted are the command's type and everything after it.
    let length = encryption == nil ? content.count - 1 : Self.unknownCommandLength
    body.append(UInt64(tier & 0xFFF) << 12 | UInt64(length & 0xFFF), bytes: 3)
    body += content
    if encryption == nil {
      let loop = descriptors.flatMap(\.encoded)
      body.append(UInt64(loop.count), bytes: 2)
      body += loop
    }
    var section: [UInt8] = [Self.tableID]
    section.append(UInt64(sapType & 3) << 12 | UInt64((body.count + 4) & 0xFFF), bytes: 2)
    section += body
    section.append(UInt64(SectionCRC.checksum(of: section)), bytes: 4)
    return section
  }
}
