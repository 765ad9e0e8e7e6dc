/// The content of an extended header (ID3v2.3.0, section 3.2; ID3v2.4.0 structure, section 3.2).
///
/// ```
///  version 2.3:  size 4 (6 or 10) | flags 2 | padding 4 | CRC-32 4, if flagged
///  version 2.4:  size 4, all of it, synchsafe | 01 | flags 1 | for each flag: length 1, data
/// ```
public struct ID3ExtendedHeader: Sendable, Hashable {
  /// Whether the tag updates an earlier one of the same stream (2.4).
  public var isUpdate: Bool
  /// Whether there is a CRC-32 of the frames (2.3), or of frames and padding (2.4).
  ///
  /// Writing computes it; reading checks it, see ``ID3Issue/checksumMismatch``.
  public var hasChecksum: Bool
  /// Restrictions that the tag keeps to, as the standard codes them (2.4).
  public var restrictions: UInt8?

  /// Makes an extended header.
  public init(isUpdate: Bool = false, hasChecksum: Bool = false, restrictions: UInt8? = nil) {
    self.isUpdate = isUpdate
    self.hasChecksum = hasChecksum
    self.restrictions = restrictions
  }
}

extension ID3ExtendedHeader {
  enum Flag {
    /// Version 2.3, the first flags byte.
    static let checksum23: UInt8 = 0x80
    static let update: UInt8 = 0x40
    static let checksum: UInt8 = 0x20
    static let restrictions: UInt8 = 0x10
  }

  /// Synchsafe bytes that hold 32 bits in version 2.4.
  static let checksumLength24 = 5

  /// The bytes of an extended header.
  ///
  /// - Parameters:
  ///   - major: 3 or 4.
  ///   - frames: The frames as they are stored, before whole-tag unsynchronisation.
  ///   - paddingCount: Zeros that follow the frames.
  /// - Returns: The bytes, from the size field on.
  /// - Throws: ``ID3Error`` for what version 2.3 does not have.
  func encoded(major: UInt8, frames: [UInt8], paddingCount: Int) throws(ID3Error) -> [UInt8] {
    guard major == 4 else {
      guard !isUpdate, restrictions == nil else {
        throw ID3Error(
          .notInVersion,
          "update and restrictions need version 2.4: remove them or change the version"
        )
      }
      let checksum = hasChecksum ? Self.plain(ExtendedHeaderChecksum.checksum(frames)) : []
      return BigEndianInteger.bytes(6 + checksum.count, count: 4)
        + [hasChecksum ? Flag.checksum23 : 0, 0]
        + BigEndianInteger.bytes(paddingCount, count: 4)
        + checksum
    }
    var flags: UInt8 = 0
    var data: [UInt8] = []
    if isUpdate {
      flags |= Flag.update
      data.append(0)
    }
    if hasChecksum {
      flags |= Flag.checksum
      let checksum = ExtendedHeaderChecksum.checksum(
        frames + Array(repeating: 0, count: paddingCount)
      )
      data.append(UInt8(Self.checksumLength24))
      data += (0..<Self.checksumLength24).reversed().map {
        UInt8(truncatingIfNeeded: checksum >> (UInt32($0) * 7)) & 0x7f
      }
    }
    if let restrictions {
      flags |= Flag.restrictions
      data += [1, restrictions]
    }
    return SynchsafeInteger.bytes(6 + data.count) + [1, flags] + data
  }

  private static func plain(_ checksum: UInt32) -> [UInt8] {
    BigEndianInteger.bytes(Int(checksum), count: 4)
  }
}
