/// The content of a datagram, detected from its size and its first bytes.
enum DatagramKind: Equatable {
  case transportStream
  /// An RTP packet that contains transport stream packets.
  case rtp
  /// An RTCP packet, which may arrive on the same port as RTP.
  case rtcp
  case other

  private static let syncByte: UInt8 = 0x47
  private static let packetSize = 188

  init(_ bytes: UnsafeRawBufferPointer) {
    if bytes.first == Self.syncByte, bytes.count % Self.packetSize == 0 {
      self = .transportStream
    } else if let packet = RTPPacket(bytes), !packet.payload.isEmpty,
      bytes[packet.payload.lowerBound] == Self.syncByte,
      packet.payload.count % Self.packetSize == 0
    {
      self = .rtp
    } else if bytes.count >= 8, bytes[0] >> 6 == 2, (192...223).contains(bytes[1]) {
      self = .rtcp
    } else {
      self = .other
    }
  }
}
