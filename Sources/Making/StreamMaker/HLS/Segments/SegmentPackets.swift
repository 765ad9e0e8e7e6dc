import TransportStream

/// Collects the transport packets of one segment.
final class SegmentPackets {
  /// Tenths of its size that a segment is filled up by.
  private let stuffing: Int
  private var bytes: [UInt8] = []

  /// Segments that null packets fill up by `stuffing` tenths.
  init(stuffing: Int) {
    self.stuffing = stuffing
  }

  /// Takes the next bytes.
  func take(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  /// The segment; then a new one is begun.
  func finish() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    let count = bytes.count / TransportPacket.byteCount * stuffing / 10
    let null = OutgoingPacket.null.encoded
    for _ in 0..<count { bytes += null }
    return bytes
  }
}
