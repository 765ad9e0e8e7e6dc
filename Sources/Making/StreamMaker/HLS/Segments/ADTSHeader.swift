/// The header before every AAC frame in packed audio (ISO/IEC 14496-3, 1.A.2.2).
///
/// ```
///  syncword(12) ID(1) layer(2) no CRC(1) | profile(2) frequency(4) private(1) channels(3) ... |
///  frame length(13) buffer fullness(11) frames - 1 (2)
/// ```
struct ADTSHeader {
  static let byteCount = 7
  /// The largest number that the field for the length holds.
  static let longestFrame = 0x1fff

  private let profile: UInt8
  private let frequency: UInt8
  private let channels: UInt8

  /// The header of the streams that an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) describes; nil
  /// when such a header cannot express it: other object types than Main, LC, SSR and LTP, unlisted
  /// frequencies, or channels that the stream itself describes.
  init?(audioSpecificConfig bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    let bits =
      bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      << UInt32(8 * max(0, 4 - bytes.count))
    func field(_ position: UInt32, _ count: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: bits >> (32 - position - count) & (1 << count - 1))
    }
    var objectType = field(0, 5)
    // SBR and PS name what they extend after the second frequency.
    if objectType == 5 || objectType == 29 { objectType = field(17, 5) }
    frequency = field(5, 4)
    channels = field(9, 4)
    guard (1...4).contains(objectType), frequency < 13, (1...7).contains(channels) else {
      return nil
    }
    profile = objectType - 1
  }

  /// The header of a frame of `count` bytes; nil when it is too long.
  func bytes(frameSize count: Int) -> [UInt8]? {
    let length = count + Self.byteCount
    guard length <= Self.longestFrame else { return nil }
    return [
      0xff, 0xf1,
      profile << 6 | frequency << 2 | channels >> 2,
      (channels & 3) << 6 | UInt8(truncatingIfNeeded: length >> 11),
      UInt8(truncatingIfNeeded: length >> 3),
      // The fullness of the buffer says: variable bit rate.
      UInt8(truncatingIfNeeded: length << 5) | 0x1f,
      0xfc,
    ]
  }
}
