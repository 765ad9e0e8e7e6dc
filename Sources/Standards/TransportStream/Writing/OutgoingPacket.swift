/// A transport stream packet to be written (ISO/IEC 13818-1, 2.4.3.2).
///
/// ```
///  47 | TEI PUSI priority PID(13) | scrambling(2) adaptation(2) continuity(4) |
///  [length | discontinuity random_access priority PCR OPCR splice private extension | [PCR: 6] FF..] |
///  payload
/// ```
public struct OutgoingPacket: Sendable, Hashable {
  /// The number of payload bytes in a packet without an adaptation field.
  public static let largestPayload = 184

  /// The PID, 0 to 8191.
  public var pid: UInt16
  /// `payload_unit_start_indicator`.
  public var startsUnit = false
  /// `transport_error_indicator`.
  public var hasTransportError = false
  /// `transport_scrambling_control`, 0 to 3.
  public var scramblingControl: UInt8 = 0
  /// `continuity_counter`, 0 to 15.
  public var continuityCounter: UInt8 = 0
  /// `discontinuity_indicator`.
  public var isDiscontinuous = false
  /// `random_access_indicator`.
  public var isRandomAccess = false
  /// The program clock reference at 27 MHz, at least 0.
  public var pcr: Int64?
  /// The payload. A packet without payload is filled by its adaptation field.
  public var payload: [UInt8] = []

  /// A null packet (2.4.3.3, table 2-3): PID 0x1FFF, with a meaningless payload.
  public static let null = OutgoingPacket(
    pid: TransportPacket.nullPID,
    payload: [UInt8](repeating: 0xff, count: largestPayload)
  )

  /// The number of payload bytes that fit after the adaptation field that the flags and the PCR need.
  public var payloadCapacity: Int {
    Self.largestPayload - (needsAdaptationField ? adaptationFlagsAndPCR.count + 1 : 0)
  }

  /// The 188 bytes of the packet. An adaptation field fills up a short payload; payload that does not fit is left out.
  public var encoded: [UInt8] {
    let carried = payload.prefix(payloadCapacity)
    let adaptationSize = Self.largestPayload - carried.count
    let adaptationControl: UInt8 = (adaptationSize > 0 ? 0b10 : 0) | (carried.isEmpty ? 0 : 0b01)
    var bytes: [UInt8] = [
      TransportPacket.syncByte,
      (hasTransportError ? 0x80 : 0) | (startsUnit ? 0x40 : 0) | UInt8(pid >> 8 & 0x1f),
      UInt8(pid & 0xff),
      (scramblingControl & 3) << 6 | adaptationControl << 4 | continuityCounter & 0x0f,
    ]
    bytes.reserveCapacity(TransportPacket.byteCount)
    if adaptationSize > 0 {
      bytes.append(UInt8(adaptationSize - 1))
    }
    if adaptationSize > 1 {
      let fields = adaptationFlagsAndPCR
      bytes += fields
      bytes += [UInt8](repeating: 0xff, count: adaptationSize - 1 - fields.count)
    }
    return bytes + carried
  }

  private var needsAdaptationField: Bool { isDiscontinuous || isRandomAccess || pcr != nil }

  private var adaptationFlagsAndPCR: [UInt8] {
    let flags: UInt8 =
      (isDiscontinuous ? 0x80 : 0) | (isRandomAccess ? 0x40 : 0) | (pcr == nil ? 0 : 0x10)
    return [flags] + (pcr.map(TimestampField.pcr) ?? [])
  }
}
