/// Finds the last packet of a PES packet, as libavformat does: the one with the last byte of the declared length.
struct PESExtent {
  /// A larger PES packet is handed out in pieces of at most 1 MiB, which bounds what hostile streams can make the sieve
  /// hold.
  static let maximumPiece = 1 << 20

  /// Bytes of the PES header that have not come yet.
  private var headerLeft: Int
  /// The number of payload bytes; nil: no length shows the end.
  private var declared: Int?
  /// Payload bytes so far, in the current piece.
  private var count = 0

  /// A PES packet of `size` bytes, header included; nil: its length is not declared.
  init(headerSize: Int, size: Int?) {
    headerLeft = headerSize
    declared = size.map { $0 - headerSize }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// A PES packet of unknown length whose header has been read.
  static let unbounded = PESExtent(headerSize: 0, size: nil)

  /// Whether a packet with `bytes` more bytes must begin the next piece.
  func isFull(before bytes: Int) -> Bool {
    declared == nil && count > 0 && count + bytes > Self.maximumPiece
  }

  /// Adds the bytes of the next packet. Returns whether that packet is the last one.
  mutating func ends(with bytes: Int) -> Bool {
    let bytesOfHeader = min(headerLeft, bytes)
    headerLeft -= bytesOfHeader
    let bytes = bytes - bytesOfHeader
    guard bytes > 0 else { return false }
    guard let declared else {
      count += bytes
      return false
    }
    // The bytes after the end in a single packet are stuffing.
    if count == 0, bytes > declared { return true }
    count += bytes
    if count > declared {
      // The length is wrong: only the next PES packet shows the end.
      self.declared = nil
      count = bytes
    }
    return count == declared
  }
}
