/// The framing of packets: the distance between the sync bytes of a stream.
public enum PacketFraming: Int, Sendable, Hashable, CaseIterable {
  /// Plain packets.
  case plain = 188
  /// Packets after a time stamp of four bytes (M2TS, DVHS).
  case timestamped = 192
  /// Packets followed by 16 bytes of Reed-Solomon parity (DVB).
  case parity = 204

  /// The distance from one sync byte to the next, in bytes.
  public var stride: Int { rawValue }

  /// The number of bytes that belong to a packet and come before its sync byte.
  var leadingBytes: Int { self == .timestamped ? 4 : 0 }
}
