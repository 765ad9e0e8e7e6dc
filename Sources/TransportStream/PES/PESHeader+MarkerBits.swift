extension PESHeader {
  /// Whether the marker bits of the PTS are 1 (2.4.3.7); `packet` begins with this header.
  func hasMarkerBits(in packet: [UInt8]) -> Bool {
    guard pts != nil, packet.count >= 14 else { return true }
    return packet[9] & packet[11] & packet[13] & 1 == 1
  }
}
