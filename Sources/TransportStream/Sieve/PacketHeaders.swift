/// The first four bytes of packets that stand in a row, collected beforehand: a thread that waits for the memory
/// of a large file does so here, while the sieve works on what was collected.
public struct PacketHeaders: @unchecked Sendable {
  /// The most headers that `count` bytes can hold.
  public static func capacity(forBytes count: Int) -> Int { count / TransportPacket.byteCount + 1 }

  /// Bytes from one packet to the next.
  let stride: Int
  /// Where the first of the packets begins, in bytes; counted from wherever the collector counts.
  private(set) var position: Int
  /// The headers, as they stand in memory. Whoever collected them keeps the memory.
  let words: UnsafeBufferPointer<UInt32>

  /// Collects the headers that stand whole in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: Packets, and what stands between them.
  ///   - first: Where the first packet begins in `bytes`, from 0 on.
  ///   - stride: Bytes from one packet to the next: 188, 192 or 204.
  ///   - memory: Room for as many headers as `capacity(forBytes:)` says; it must outlive the headers.
  public init(
    of bytes: UnsafeRawBufferPointer,
    from first: Int,
    stride: Int,
    into memory: UnsafeMutableBufferPointer<UInt32>
  ) {
    var count = 0
    var position = first
    if let base = bytes.baseAddress, let words = memory.baseAddress {
      // Nothing here depends on what was read: many reads are under way at a time.
      while position &+ MemoryLayout<UInt32>.size <= bytes.count, count < memory.count {
        words[count] = base.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        count &+= 1
        position &+= stride
      }
    }
    self.stride = stride
    self.position = first
    words = UnsafeBufferPointer(rebasing: memory[..<count])
  }

  /// The same headers, counted from `origin`.
  public func counted(from origin: Int) -> PacketHeaders {
    var headers = self
    headers.position -= origin
    return headers
  }

  /// Which of the headers belongs to the packet at `position`; nil: none.
  func index(at position: Int, stride: Int) -> Int? {
    let distance = position - self.position
    guard stride == self.stride, distance >= 0, distance.isMultiple(of: stride) else { return nil }
    let index = distance / stride
    return index < words.count ? index : nil
  }
}
