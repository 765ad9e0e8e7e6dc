extension PacketFraming {
  /// Appends one packet with the bytes of its framing: before a timestamped packet two bits of copy
  /// permission and 30 bits of arrival time at 27 MHz, as on Blu-ray discs; after a packet with parity the
  /// sixteen bytes of EN 300 429.
  ///
  /// - Parameters:
  ///   - packet: 188 bytes.
  ///   - arrival: The arrival time of the packet, at 27 MHz; its lowest 30 bits are written.
  ///   - output: The bytes are appended to it.
  public func append(
    _ packet: UnsafeRawBufferPointer,
    arrival: Int64,
    to output: inout [UInt8]
  ) {
    switch self {
    case .plain:
      output.append(contentsOf: packet)
    case .timestamped:
      let time = UInt32(truncatingIfNeeded: arrival) & 0x3fff_ffff
      withUnsafeBytes(of: time.bigEndian) { output.append(contentsOf: $0) }
      output.append(contentsOf: packet)
    case .parity:
      output.append(contentsOf: packet)
      output.append(contentsOf: ReedSolomon.parity(of: packet))
    }
  }
}
