/// A PES packet to be written (ISO/IEC 13818-1, 2.4.3.6).
///
/// ```
///  00 00 01 | stream_id | PES_packet_length(16) |
///  '10' scrambling(2) priority alignment copyright original | PTS_DTS_flags(2) ... | header length |
///  [PTS: 5 bytes] [DTS: 5 bytes] [FF stuffing] | payload
/// ```
///
/// Values that the standard forbids can be written on purpose.
public struct PESPacket: Sendable, Hashable {
  /// The value of `PES_packet_length`.
  public enum Length: Sendable, Hashable {
    /// The number of bytes after the field; 0 if 16 bits cannot represent it.
    case exact
    /// A fixed number, independent of the payload.
    case fixed(UInt16)
  }

  /// `stream_id`. With some values, the packet has no optional header, and the time stamps are not written.
  public var streamID: UInt8
  /// The presentation time stamp at 90 kHz; its lowest 33 bits are written.
  public var pts: Int64?
  /// The decoding time stamp at 90 kHz; its lowest 33 bits are written. Without a PTS it is written alone, which the
  /// standard forbids.
  public var dts: Int64?
  /// `data_alignment_indicator`.
  public var isDataAligned: Bool
  /// `PES_scrambling_control`, 0 to 3.
  public var scramblingControl: UInt8
  /// `PES_packet_length`.
  public var length: Length
  /// The number of stuffing bytes 0xFF at the end of the header, limited by a `PES_header_data_length` of 255.
  public var headerStuffing: Int
  /// The payload.
  public var payload: [UInt8]

  /// Makes a PES packet with the given fields.
  public init(
    streamID: UInt8 = PESHeader.privateStream1,
    pts: Int64? = nil,
    dts: Int64? = nil,
    isDataAligned: Bool = false,
    scramblingControl: UInt8 = 0,
    length: Length = .exact,
    headerStuffing: Int = 0,
    payload: [UInt8]
  ) {
    self.streamID = streamID
    self.pts = pts
    self.dts = dts
    self.isDataAligned = isDataAligned
    self.scramblingControl = scramblingControl
    self.length = length
    self.headerStuffing = headerStuffing
    self.payload = payload
  }

  /// The bytes of the packet.
  public var encoded: [UInt8] {
    let body = header + payload
    let length =
      switch length {
      case .exact: UInt16(exactly: body.count) ?? 0
      case .fixed(let value): value
      }
    return [0, 0, 1, streamID, UInt8(length >> 8), UInt8(length & 0xff)] + body
  }

  private var header: [UInt8] {
    guard !PESHeader.hasNoOptionalHeader(streamID) else { return [] }
    var fields: [UInt8] = []
    if let pts {
      fields += TimestampField.pes(pts, prefix: dts == nil ? .ptsAlone : .ptsOfBoth)
    }
    if let dts {
      fields += TimestampField.pes(dts, prefix: .dts)
    }
    let stuffing = min(max(headerStuffing, 0), 255 - fields.count)
    fields += [UInt8](repeating: 0xff, count: stuffing)
    let timeFlags: UInt8 = (pts == nil ? 0 : 0b10) | (dts == nil ? 0 : 0b01)
    return [
      0b10 << 6 | (scramblingControl & 3) << 4 | (isDataAligned ? 1 << 2 : 0),
      timeFlags << 6,
      UInt8(fields.count),
    ] + fields
  }
}

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
