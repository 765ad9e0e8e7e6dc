import TransportStream

/// Reads the fields of transport packets, and changes their clocks. Each packet must have 188 bytes.
enum PacketFields {
  static func pid(_ packet: UnsafeRawBufferPointer) -> UInt16 {
    UInt16(packet[1] & 0x1f) << 8 | UInt16(packet[2])
  }

  /// Whether a PES packet or a section starts in the packet.
  static func startsUnit(_ packet: UnsafeRawBufferPointer) -> Bool { packet[1] & 0x40 != 0 }

  /// The offset of the payload. 188 if the packet has none.
  static func payloadStart(_ packet: UnsafeRawBufferPointer) -> Int {
    guard packet[3] & 0x10 != 0 else { return TransportPacket.byteCount }
    guard packet[3] & 0x20 != 0 else { return 4 }
    return min(5 + Int(packet[4]), TransportPacket.byteCount)
  }

  static func pcrStart(_ packet: UnsafeRawBufferPointer) -> Int? {
    packet[3] & 0x20 != 0 && packet[4] >= 7 && packet[5] & 0x10 != 0 ? 6 : nil
  }

  /// The PCR, in 27 MHz ticks. Nil if the packet has none.
  static func pcr(_ packet: UnsafeRawBufferPointer) -> Int64? {
    guard let start = pcrStart(packet) else { return nil }
    let base =
      packet[start..<start + 4].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 1
      | Int64(packet[start + 4]) >> 7
    return base * 300 + (Int64(packet[start + 4]) & 1) << 8 + Int64(packet[start + 5])
  }

  /// The offsets of PTS and DTS. Empty unless a PES packet with time stamps starts in the packet.
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

  /// Whether a PES packet with a time stamp starts in the packet, and its payload starts with an ID3 tag.
  static func startsTag(_ packet: UnsafeRawBufferPointer) -> Bool {
    guard let timestamp = timestampStarts(packet).first else { return false }
    // PES_header_data_length is the byte before the time stamps (ISO/IEC 13818-1, 2.4.3.6).
    let start = timestamp + Int(packet[timestamp - 1])
    return start <= packet.count && packet[start...].starts(with: "ID3".utf8)
  }

  /// The time stamp in the five bytes at `start`, in 90 kHz ticks.
  static func timestamp(_ packet: UnsafeRawBufferPointer, at start: Int) -> Int64 {
    Int64(packet[start] >> 1 & 7) << 30 | Int64(packet[start + 1]) << 22
      | Int64(packet[start + 2] >> 1) << 15 | Int64(packet[start + 3]) << 7
      | Int64(packet[start + 4] >> 1)
  }

  /// Adds `shift` 90 kHz ticks to the PCR, PTS and DTS of a packet.
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

  /// Sets the discontinuity indicator of a packet with a PCR. Returns false if the packet has no PCR.
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

/// Adds framing to packets, and passes them to a sink.
final class PacketOutput {
  var framing: PacketFraming
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private var framed: [UInt8] = []
  /// The arrival time of the next packet, in 27 MHz ticks.
  private var arrival: Int64 = 0

  /// The minimum time between two arrivals, in 27 MHz ticks: one packet at 50 Mb/s.
  private static let ticksPerPacket: Int64 = 812

  init(framing: PacketFraming, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.framing = framing
    self.sink = sink
  }

  /// Sets the arrival time of the next packet to the clock of the stream, in 27 MHz ticks. Arrival times never
  /// decrease.
  func noteClock(_ pcr: Int64) {
    arrival = max(arrival, pcr)
  }

  func write(_ packets: UnsafeRawBufferPointer) throws {
    guard framing != .plain else {
      if !packets.isEmpty { try sink(packets) }
      return
    }
    framed.removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: packets.count, by: TransportPacket.byteCount) {
      let packet = packets[start..<start + TransportPacket.byteCount]
      framing.append(UnsafeRawBufferPointer(rebasing: packet), arrival: arrival, to: &framed)
      arrival += Self.ticksPerPacket
    }
    try framed.withUnsafeBytes(sink)
  }

  func write(_ packet: OutgoingPacket) throws {
    try packet.encoded.withUnsafeBytes(write)
  }

  /// Writes bytes that are not packets, without framing.
  func writeRaw(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    try bytes.withUnsafeBytes(sink)
  }
}

/// Builds ID3v2.4 tags other than Nielsen's, for packed audio and for faults.
enum ID3Bytes {
  static func tag(frames: [[UInt8]]) -> [UInt8] {
    let body = frames.flatMap { $0 }
    return Array("ID3".utf8) + [4, 0, 0] + synchsafe(body.count) + body
  }

  static func frame(_ id: String, _ body: [UInt8]) -> [UInt8] {
    Array(id.utf8) + synchsafe(body.count) + [0, 0] + body
  }

  static func text(description: String, value: String) -> [UInt8] {
    frame("TXXX", [3] + Array(description.utf8) + [0] + Array(value.utf8) + [0])
  }

  static func privateData(owner: String, _ data: [UInt8]) -> [UInt8] {
    frame("PRIV", Array(owner.utf8) + [0] + data)
  }

  /// Builds the time stamp tag at the start of packed audio, with a PTS in 90 kHz ticks (RFC 8216, 3.4).
  static func timestampTag(pts: Int64) -> [UInt8] {
    let ticks = UInt64(bitPattern: pts & (Timestamp.modulus - 1))
    let bytes = stride(from: UInt64(56), through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: ticks >> $0)
    }
    return tag(frames: [
      privateData(owner: "com.apple.streaming.transportStreamTimestamp", bytes)
    ])
  }

  /// Encodes a size of up to 28 bits as a synchsafe integer: seven bits per byte (ID3v2.4.0 structure, 6.2).
  static func synchsafe(_ size: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0) & 0x7f }
  }
}
