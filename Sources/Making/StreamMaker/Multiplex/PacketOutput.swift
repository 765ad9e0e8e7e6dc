import TransportStream

/// Puts packets into their framing and passes them on.
final class PacketOutput {
  /// The framing of every packet from here on.
  var framing: PacketFraming
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private var framed: [UInt8] = []
  /// When the next packet arrives, at 27 MHz.
  private var arrival: Int64 = 0

  /// The ticks of 27 MHz that a packet takes at 50 Mb/s: the least distance of arrival times.
  private static let ticksPerPacket: Int64 = 812

  /// An output to `sink`.
  init(framing: PacketFraming, sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.framing = framing
    self.sink = sink
  }

  /// Says that the clock of the stream reads `pcr`, at 27 MHz, at the next packet. Arrival never goes
  /// back.
  func noteClock(_ pcr: Int64) {
    arrival = max(arrival, pcr)
  }

  /// Writes packets of 188 bytes, as many as `packets` holds.
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

  /// Writes bytes that are not packets.
  func writeRaw(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    try bytes.withUnsafeBytes(sink)
  }
}
