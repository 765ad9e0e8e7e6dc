import TransportStream

/// Places of the fields that are read in packets on their way, and that a shifted clock changes. Each is 188 bytes in memory.
enum PacketFields {
  /// The PID of the packet at `packet`.
  static func pid(_ packet: UnsafeRawBufferPointer) -> UInt16 {
    UInt16(packet[1] & 0x1f) << 8 | UInt16(packet[2])
  }

  /// Whether a unit starts in the packet.
  static func startsUnit(_ packet: UnsafeRawBufferPointer) -> Bool { packet[1] & 0x40 != 0 }

  /// Where the payload starts; 188 when there is none.
  static func payloadStart(_ packet: UnsafeRawBufferPointer) -> Int {
    guard packet[3] & 0x10 != 0 else { return TransportPacket.byteCount }
    guard packet[3] & 0x20 != 0 else { return 4 }
    return min(5 + Int(packet[4]), TransportPacket.byteCount)
  }

  /// Where the PCR starts, when there is one.
  static func pcrStart(_ packet: UnsafeRawBufferPointer) -> Int? {
    packet[3] & 0x20 != 0 && packet[4] >= 7 && packet[5] & 0x10 != 0 ? 6 : nil
  }

  /// The PCR in the packet, at 27 MHz.
  static func pcr(_ packet: UnsafeRawBufferPointer) -> Int64? {
    guard let start = pcrStart(packet) else { return nil }
    let base =
      packet[start..<start + 4].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 1
      | Int64(packet[start + 4]) >> 7
    return base * 300 + (Int64(packet[start + 4]) & 1) << 8 + Int64(packet[start + 5])
  }

  /// The starts of PTS and DTS of the PES packet that starts in the packet.
  static func timestampStarts(_ packet: UnsafeRawBufferPointer) -> [Int] {
    let start = payloadStart(packet)
    guard startsUnit(packet), start + 19 <= packet.count, packet[start] == 0,
      packet[start + 1] == 0, packet[start + 2] == 1
    else { return [] }
    switch packet[start + 7] >> 6 {
    case 0b10: return [start + 9]
    case 0b11: return [start + 9, start + 14]
    default: return []
    }
  }

  /// Whether the payload of the PES packet that starts in the packet is an ID3 tag.
  static func startsTag(_ packet: UnsafeRawBufferPointer) -> Bool {
    guard let timestamp = timestampStarts(packet).first else { return false }
    // PES_header_data_length is the byte before the time stamps (ISO/IEC 13818-1, 2.4.3.6).
    let start = timestamp + Int(packet[timestamp - 1])
    return start <= packet.count && packet[start...].starts(with: "ID3".utf8)
  }

  /// The time stamp of five bytes at `start`.
  static func timestamp(_ packet: UnsafeRawBufferPointer, at start: Int) -> Int64 {
    Int64(packet[start] >> 1 & 7) << 30 | Int64(packet[start + 1]) << 22
      | Int64(packet[start + 2] >> 1) << 15 | Int64(packet[start + 3]) << 7
      | Int64(packet[start + 4] >> 1)
  }

  /// Moves PCR, PTS and DTS of a packet by `shift` ticks of 90 kHz.
  static func shiftClocks(_ packet: UnsafeMutableRawBufferPointer, by shift: Int64) {
    let view = UnsafeRawBufferPointer(packet)
    if let start = pcrStart(view), let pcr = pcr(view) {
      let rest = pcr % 300
      let base = (pcr / 300 + shift) & (Timestamp.modulus - 1)
      replace(packet, at: start, with: TimestampField.pcr(base * 300 + rest))
    }
    for start in timestampStarts(view) {
      guard let prefix = TimestampField.Prefix(rawValue: view[start] >> 4) else { continue }
      let shifted = timestamp(view, at: start) + shift
      replace(packet, at: start, with: TimestampField.pes(shifted, prefix: prefix))
    }
  }

  /// Sets the discontinuity indicator of a packet with a PCR; false when it has none.
  static func markDiscontinuity(_ packet: UnsafeMutableRawBufferPointer) -> Bool {
    guard pcrStart(UnsafeRawBufferPointer(packet)) != nil else { return false }
    packet[5] |= 0x80
    return true
  }

  private static func replace(
    _ packet: UnsafeMutableRawBufferPointer,
    at start: Int,
    with bytes: [UInt8]
  ) {
    for (index, byte) in bytes.enumerated() { packet[start + index] = byte }
  }
}
