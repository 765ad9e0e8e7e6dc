import Formats

/// A section in the long form of ISO/IEC 13818-1, 2.4.4, which PAT and PMT use.
///
///     table_id | 1 0 reserved(2) length(12) | id(16) | reserved(2) version(5) current(1) |
///     section_number | last_section_number | body ... | CRC-32
public struct PSISection: Sendable, Hashable {
  /// `table_id`: 0 for a PAT, 2 for a PMT.
  public var tableID: UInt8
  /// `transport_stream_id` of a PAT, `program_number` of a PMT.
  public var tableIDExtension: UInt16
  /// `version_number`, 0 to 31.
  public var version: UInt8
  /// `current_next_indicator`. False announces a table that is not yet in force.
  public var isCurrent: Bool
  /// `section_number`.
  public var number: UInt8
  /// `last_section_number`.
  public var lastNumber: UInt8
  /// The bytes between the header and the CRC, at most 1012.
  public var body: [UInt8]

  /// `table_id` of a program association section.
  public static let programAssociationTableID: UInt8 = 0x00
  /// `table_id` of a program map section.
  public static let programMapTableID: UInt8 = 0x02
  /// The maximum `section_length` of a PAT or PMT (2.4.4.3, 2.4.4.8).
  public static let maximumLength = 1021

  /// Makes a section with the given fields.
  public init(
    tableID: UInt8,
    tableIDExtension: UInt16,
    version: UInt8 = 0,
    isCurrent: Bool = true,
    number: UInt8 = 0,
    lastNumber: UInt8 = 0,
    body: [UInt8]
  ) {
    self.tableID = tableID
    self.tableIDExtension = tableIDExtension
    self.version = version
    self.isCurrent = isCurrent
    self.number = number
    self.lastNumber = lastNumber
    self.body = body
  }

  /// The bytes of the section with a computed CRC.
  public var encoded: [UInt8] {
    let length = 5 + body.count + 4
    var bytes: [UInt8] = [
      tableID,
      0xB0 | UInt8((length >> 8) & 0x0F), UInt8(length & 0xFF),
      UInt8(tableIDExtension >> 8), UInt8(tableIDExtension & 0xFF),
      0xC0 | ((version & 0x1F) << 1) | (isCurrent ? 1 : 0),
      number, lastNumber,
    ]
    bytes += body
    let crc = Self.checksum(of: bytes)
    bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: crc >> $0) }
    return bytes
  }

  /// Reads the section at the start of `bytes`; fails if it is incomplete, too short, too long, or not in the long
  /// form. The CRC is not checked: use `hasValidCRC(_:)`.
  public init?(_ bytes: some RandomAccessCollection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count >= 12, bytes[1] & 0x80 != 0 else { return nil }
    let length = Int(bytes[1] & 0x0F) << 8 | Int(bytes[2])
    guard length >= 9, length <= Self.maximumLength, bytes.count >= 3 + length else { return nil }
    self.init(
      tableID: bytes[0],
      tableIDExtension: UInt16(bytes[3]) << 8 | UInt16(bytes[4]),
      version: (bytes[5] >> 1) & 0x1F,
      isCurrent: bytes[5] & 1 == 1,
      number: bytes[6],
      lastNumber: bytes[7],
      body: Array(bytes[8..<(3 + length - 4)])
    )
  }

  /// Whether the CRC at the end of a complete section matches its bytes.
  public static func hasValidCRC(_ bytes: [UInt8]) -> Bool { checksum(of: bytes) == 0 }

  /// The CRC of `bytes`.
  public static func checksum(of bytes: [UInt8]) -> UInt32 { SectionCRC.checksum(of: bytes) }
}
