/// The first four bytes of consecutive packets, collected beforehand: a thread that waits for the memory of a
/// large file waits here, while the sieve processes the collected headers.
public struct PacketHeaders: @unchecked Sendable {
  /// The most headers in `count` bytes.
  public static func capacity(forBytes count: Int) -> Int { count / TransportPacket.byteCount + 1 }

  /// Bytes from one packet to the next.
  let stride: Int
  /// The position of the first packet in bytes, relative to any origin that the caller chooses.
  private(set) var position: Int
  /// The headers, in the byte order of the input. The collector owns the memory.
  let words: UnsafeBufferPointer<UInt32>

  /// Collects the headers that are complete in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: Packets, and the bytes between them.
  ///   - first: The position of the first packet in `bytes`, from 0.
  ///   - stride: Bytes from one packet to the next: 188, 192 or 204.
  ///   - memory: Room for `capacity(forBytes:)` headers; it must outlive the headers.
  public init(
    of bytes: UnsafeRawBufferPointer,
    from first: Int,
    stride: Int,
    into memory: UnsafeMutableBufferPointer<UInt32>
  ) {
    var count = 0
    var position = first
    if let base = bytes.baseAddress, let words = memory.baseAddress {
      // Nothing depends on the values that are read: many reads run in parallel.
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

  /// The same headers, with positions relative to `origin`.
  public func counted(from origin: Int) -> PacketHeaders {
    var headers = self
    headers.position -= origin
    return headers
  }

  /// The index of the header of the packet at `position`; nil when there is none.
  func index(at position: Int, stride: Int) -> Int? {
    let distance = position - self.position
    guard stride == self.stride, distance >= 0, distance.isMultiple(of: stride) else { return nil }
    let index = distance / stride
    return index < words.count ? index : nil
  }
}
