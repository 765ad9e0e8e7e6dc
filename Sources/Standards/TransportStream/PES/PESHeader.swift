/// The header of a PES packet (ISO/IEC 13818-1, 2.4.3.6).
///
///     00 00 01 | stream_id | PES_packet_length(16) |
///     '10' scrambling(2) priority alignment copyright original |
///     PTS_DTS_flags(2) ... | PES_header_data_length | PTS(40) | DTS(40) | ...
public struct PESHeader: Sendable, Hashable {
  /// `stream_id`.
  public var streamID: UInt8
  /// `PES_packet_length`: the number of bytes after this field; 0 means "unbounded".
  public var packetLength: Int
  /// Whether `PES_scrambling_control` is not 00.
  public var isScrambled: Bool
  /// `data_alignment_indicator`.
  public var isAligned: Bool
  /// `PTS_DTS_flags`, 0 to 3; 1 is forbidden.
  public var timestampFlags: UInt8
  /// `PTS`: 33 bits at 90 kHz; nil if the header has no PTS. A PTS with the forbidden flags '01' is read too.
  public var pts: Int64?
  /// The number of bytes before the payload, including the start code.
  public var byteCount: Int
  /// The first bytes of an ID3 tag that a too large `PES_header_data_length` includes in the header; empty if none is
  /// found there.
  public var tagBytes: [UInt8] = []

  /// The result of reading a header.
  public enum Outcome: Sendable, Hashable {
    /// A header.
    case header(PESHeader)
    /// More bytes are needed.
    case incomplete
    /// The bytes do not start a PES packet that can be read.
    case notPES
  }

  /// `stream_id` of private_stream_1, which timed ID3 uses.
  public static let privateStream1: UInt8 = 0xBD
  /// `stream_id` of the metadata stream, whose payload is in access unit cells.
  public static let metadataStream: UInt8 = 0xFC
  /// The maximum size of a header in bytes: 9 plus `PES_header_data_length`.
  static let maximumByteCount = 9 + 255

  /// Reads the header at the start of `bytes`.
  public static func read(_ bytes: some RandomAccessCollection<UInt8>) -> Outcome {
    func byte(_ index: Int) -> UInt8 { bytes[bytes.index(bytes.startIndex, offsetBy: index)] }
    for (index, expected) in [UInt8(0), 0, 1].enumerated() {
      guard bytes.count > index else { return .incomplete }
      guard byte(index) == expected else { return .notPES }
    }
    guard bytes.count >= 6 else { return .incomplete }
    let packetLength = Int(byte(4)) << 8 | Int(byte(5))
    var header = PESHeader(
      streamID: byte(3),
      packetLength: packetLength,
      isScrambled: false,
      isAligned: false,
      timestampFlags: 0,
      pts: nil,
      byteCount: 6
    )
    if hasNoOptionalHeader(header.streamID), !hasTag(afterOptionalHeader: bytes) {
      return .header(header)
    }
    guard bytes.count >= 9 else { return .incomplete }
    // An MPEG-1 header, or bytes that look like a start code by chance.
    guard byte(6) & 0xC0 == 0x80 else { return .notPES }
    header.isScrambled = byte(6) & 0x30 != 0
    header.isAligned = byte(6) & 0x04 != 0
    header.timestampFlags = byte(7) >> 6
    header.byteCount = 9 + Int(byte(8))
    guard bytes.count >= header.byteCount else { return .incomplete }
    if header.timestampFlags != 0, byte(8) >= 5 {
      header.pts = timestamp((byte(9), byte(10), byte(11), byte(12), byte(13)))
    }
    // Without further fields, only stuffing bytes 0xFF follow the time stamps.
    if byte(7) & 0x3F == 0 {
      let rest = bytes.prefix(header.byteCount).dropFirst(9 + timestampSize(header))
      let mark: [UInt8] = [0x49, 0x44, 0x33]
      if rest.prefix(mark.count).elementsEqual(mark.prefix(rest.count)) {
        header.tagBytes = Array(rest)
      }
    }
    return .header(header)
  }

  private static func timestampSize(_ header: PESHeader) -> Int {
    switch header.timestampFlags {
    case 0: 0
    case 3: 10
    default: 5
    }
  }

  /// Whether packets with this stream ID have no optional header: their payload follows the length (table 2-21).
  static func hasNoOptionalHeader(_ streamID: UInt8) -> Bool {
    switch streamID {
    case 0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xF2, 0xF8, 0xFF: return true
    default: return false
    }
  }

  /// Whether `bytes` begin with a header with a PTS, followed by an ID3 tag. Some encoders write this even with a
  /// stream ID that allows no optional header.
  private static func hasTag(afterOptionalHeader bytes: some RandomAccessCollection<UInt8>) -> Bool
  {
    let start = Array(bytes.prefix(14))
    guard start.count == 14, start[6] & 0xF0 == 0x80, start[7] & 0x80 != 0, start[8] >= 5,
      start[9] & start[11] & start[13] & 1 == 1
    else { return false }
    return bytes.dropFirst(9 + Int(start[8])).starts(with: [0x49, 0x44, 0x33])
  }

  /// Whether the marker bits of the PTS are 1 (2.4.3.7), or there is no complete PTS. `packet` begins with this header.
  func hasMarkerBits(in packet: [UInt8]) -> Bool {
    pts == nil || packet.count < 14 || packet[9] & packet[11] & packet[13] & 1 == 1
  }

  /// `PES_packet_length` of a packet that `presentationTimestamp` has read.
  @inline(__always)
  static func packetLength(_ payload: UnsafeRawBufferPointer) -> Int {
    Int(payload[4]) << 8 | Int(payload[5])
  }

  /// The size in bytes of the PES packet at the start of `bytes`; nil if its length field is 0 or cut off.
  static func declaredSize(by bytes: [UInt8]) -> Int? {
    guard bytes.count >= 6 else { return nil }
    let length = Int(bytes[4]) << 8 | Int(bytes[5])
    return length > 0 ? 6 + length : nil
  }

  /// The PTS of the PES packet at the start of `payload`; nil if `payload` does not start with a PES packet that has a
  /// valid PTS. Called often, for PES packets of audio and video.
  @inline(__always)
  static func presentationTimestamp(_ payload: UnsafeRawBufferPointer) -> Int64? {
    guard payload.count >= 14, payload[0] == 0, payload[1] == 0, payload[2] == 1,
      payload[6] & 0xC0 == 0x80, payload[7] & 0x80 != 0, payload[8] >= 5,
      // Checks the marker bits, so that bytes that look like a start code by chance do not move the clock.
      payload[9] & payload[11] & payload[13] & 1 == 1
    else { return nil }
    return timestamp((payload[9], payload[10], payload[11], payload[12], payload[13]))
  }

  /// Reads a time stamp of five bytes. The marker bits are ignored.
  private static func timestamp(_ bytes: (UInt8, UInt8, UInt8, UInt8, UInt8)) -> Int64 {
    Int64(bytes.0 >> 1 & 0x07) << 30 | Int64(bytes.1) << 22 | Int64(bytes.2 >> 1) << 15
      | Int64(bytes.3) << 7 | Int64(bytes.4 >> 1)
  }
}
