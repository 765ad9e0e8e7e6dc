/// The bytes of time stamps in PES headers and adaptation fields.
public enum TimestampField {
  /// The four bits before a time stamp in a PES header (ISO/IEC 13818-1, 2.4.3.7).
  public enum Prefix: UInt8, Sendable {
    /// A PTS without a DTS.
    case ptsAlone = 0b0010
    /// A PTS with a DTS after it.
    case ptsOfBoth = 0b0011
    /// A DTS.
    case dts = 0b0001
  }

  /// The five bytes of a PTS or DTS: `prefix t32..30 1 | t29..22 | t21..15 1 | t14..7 | t6..0 1`.
  ///
  /// `ticks` are at 90 kHz; their lowest 33 bits are written.
  public static func pes(_ ticks: Int64, prefix: Prefix) -> [UInt8] {
    let byte = { (shift: Int64) in UInt8(truncatingIfNeeded: ticks >> shift) }
    return [
      prefix.rawValue << 4 | (byte(30) & 7) << 1 | 1,
      byte(22),
      (byte(15) & 0x7f) << 1 | 1,
      byte(7),
      (byte(0) & 0x7f) << 1 | 1,
    ]
  }

  /// The six bytes of a PCR (2.4.3.5): 33 bits at 90 kHz, six reserved bits, nine bits at 27 MHz.
  ///
  /// `ticks` are at 27 MHz, at least 0.
  public static func pcr(_ ticks: Int64) -> [UInt8] {
    let base = ticks / 300 % Timestamp.modulus
    let rest = ticks % 300
    let byte = { (shift: Int64) in UInt8(truncatingIfNeeded: base >> shift) }
    return [
      byte(25), byte(17), byte(9), byte(1),
      (byte(0) & 1) << 7 | 0x7e | UInt8(truncatingIfNeeded: rest >> 8) & 1,
      UInt8(truncatingIfNeeded: rest),
    ]
  }
}
