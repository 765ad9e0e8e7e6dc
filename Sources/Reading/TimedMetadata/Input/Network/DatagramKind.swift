/// The content of a datagram, from its first bytes.
enum DatagramKind: Equatable {
  /// Packets of a transport stream.
  case transportStream
  /// An RTP packet with packets of a transport stream.
  case rtp
  /// A packet of RTCP, which shares the way of RTP.
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
