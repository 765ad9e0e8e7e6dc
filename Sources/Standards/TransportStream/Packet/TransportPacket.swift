/// A view of a packet of 188 bytes (ISO/IEC 13818-1, 2.4.3.2). The caller owns the memory.
///
///     47 | TEI PUSI priority PID(13) | TSC(2) AFC(2) CC(4) | adaptation field | payload
///      0 |  1            1       2   |  3                  | 4 ...            | ... 187
public struct TransportPacket {
  /// The size of a packet without framing, in bytes.
  public static let byteCount = 188
  /// `sync_byte`.
  public static let syncByte: UInt8 = 0x47
  /// The PID of null packets.
  public static let nullPID: UInt16 = 0x1FFF

  let bytes: UnsafeRawBufferPointer

  init(at start: UnsafeRawPointer) {
    bytes = UnsafeRawBufferPointer(start: start, count: Self.byteCount)
  }

  /// `transport_error_indicator`: a demodulator could not correct the packet.
  var hasTransportError: Bool { bytes[1] & 0x80 != 0 }
  /// `payload_unit_start_indicator`: a PES packet or a section starts here.
  var startsUnit: Bool { bytes[1] & 0x40 != 0 }
  /// `PID`, 0 to 8191.
  var pid: UInt16 { UInt16(bytes[1] & 0x1F) << 8 | UInt16(bytes[2]) }
  /// Whether `transport_scrambling_control` is not 00.
  var isScrambled: Bool { bytes[3] & 0xC0 != 0 }
  /// Whether `adaptation_field_control` declares an adaptation field.
  var hasAdaptationField: Bool { bytes[3] & 0x20 != 0 }
  /// Whether `adaptation_field_control` declares a payload.
  var hasPayload: Bool { bytes[3] & 0x10 != 0 }
  /// `continuity_counter`, 0 to 15.
  var continuityCounter: UInt8 { bytes[3] & 0x0F }

  /// The flags of the adaptation field; 0 if the packet has no adaptation field, or an empty one.
  private var adaptationFlags: UInt8 {
    hasAdaptationField && bytes[4] > 0 ? bytes[5] : 0
  }

  /// `discontinuity_indicator`.
  var hasDiscontinuity: Bool { adaptationFlags & 0x80 != 0 }

  /// `program_clock_reference_base`: 33 bits at 90 kHz; nil if the packet has no PCR.
  var pcrBase: Int64? {
    guard adaptationFlags & 0x10 != 0, bytes[4] >= 7 else { return nil }
    return Int64(bytes[6]) << 25 | Int64(bytes[7]) << 17 | Int64(bytes[8]) << 9
      | Int64(bytes[9]) << 1 | Int64(bytes[10]) >> 7
  }

  /// The payload; empty if the packet declares none, or if the adaptation field leaves no room.
  var payload: UnsafeRawBufferPointer {
    guard hasPayload else { return UnsafeRawBufferPointer(rebasing: bytes[188..<188]) }
    let start = hasAdaptationField ? 5 + Int(bytes[4]) : 4
    return UnsafeRawBufferPointer(rebasing: bytes[min(start, 188)..<188])
  }
}
