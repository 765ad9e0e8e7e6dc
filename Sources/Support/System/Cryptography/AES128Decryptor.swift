import CFFmpeg

/// Decrypts AES-128 in CBC mode (NIST SP 800-38A, section 6.2), with libavutil.
package struct AES128Decryptor: ~Copyable {
  /// The size in bytes of a block, of the key and of the initialization vector.
  package static let blockSize = 16

  private let context: OpaquePointer
  /// The last encrypted block, with which the next one is combined; at first the initialization vector.
  private var vector: [UInt8]

  /// Fails if the key or the initialization vector does not have 16 bytes, or the system is out of memory.
  package init?(key: [UInt8], initializationVector: [UInt8]) {
    guard key.count == Self.blockSize, initializationVector.count == Self.blockSize,
      let context = av_aes_alloc()
    else { return nil }
    guard av_aes_init(context, key, Int32(key.count * 8), 1) == 0 else {
      av_free(UnsafeMutableRawPointer(context))
      return nil
    }
    self.context = context
    vector = initializationVector
  }

  deinit { av_free(UnsafeMutableRawPointer(context)) }

  /// Decrypts whole blocks in place. Bytes after the last whole block are left unchanged.
  package mutating func decrypt(_ bytes: UnsafeMutableRawBufferPointer) {
    // libavutil counts blocks in an Int32: a piece of this size is far below its limit.
    let pieceSize = 1 << 20
    var rest = bytes
    while rest.count >= Self.blockSize, let start = rest.baseAddress {
      let blocks = min(rest.count, pieceSize) / Self.blockSize
      let memory = start.assumingMemoryBound(to: UInt8.self)
      vector.withUnsafeMutableBufferPointer {
        av_aes_crypt(context, memory, memory, Int32(blocks), $0.baseAddress, 1)
      }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[(blocks * Self.blockSize)...])
    }
  }

  /// The number of padding bytes at the end of the last block (PKCS#7, RFC 5652, section 6.3). Nil if the padding is
  /// not valid: the key is wrong, or the bytes are damaged.
  package static func paddingCount(of block: some Collection<UInt8>) -> Int? {
    let bytes = Array(block)
    guard bytes.count == blockSize, let count = bytes.last.map(Int.init),
      (1...blockSize).contains(count), bytes.suffix(count).allSatisfy({ $0 == UInt8(count) })
    else { return nil }
    return count
  }
}
