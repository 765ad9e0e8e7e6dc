import CFFmpeg

/// AES-128 in cipher block chaining mode with PKCS7 padding, as METHOD=AES-128 asks (RFC 8216, 4.3.2.4);
/// computed by libavutil.
enum SegmentCipher {
  /// The number of bytes of keys, blocks and initialization vectors.
  static let blockSize = 16

  /// Encrypts a whole segment; key and vector have 16 bytes.
  static func encrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
    precondition(key.count == blockSize && vector.count == blockSize)
    guard let context = av_aes_alloc() else {
      throw StreamMakerError(.encryption, "out of memory: free some and try again")
    }
    defer { av_free(UnsafeMutableRawPointer(context)) }
    guard av_aes_init(context, key, Int32(8 * blockSize), 0) >= 0 else {
      throw StreamMakerError(.encryption, "libavutil cannot encrypt: leave --with encrypt out")
    }
    let padding = blockSize - bytes.count % blockSize
    let padded = bytes + [UInt8](repeating: UInt8(padding), count: padding)
    var encrypted = [UInt8](repeating: 0, count: padded.count)
    var vector = vector
    av_aes_crypt(context, &encrypted, padded, Int32(padded.count / blockSize), &vector, 0)
    return encrypted
  }
}
