import CFFmpeg
import NielsenTag

/// An encryption key for one or more segments of a rendition.
struct SegmentKey: Hashable {
  /// The name of the key file, relative to the playlist.
  let uri: String
  /// The key, 16 bytes.
  let bytes: [UInt8]
  /// The initialization vector in EXT-X-KEY. Nil if the media sequence number is the vector.
  let vector: [UInt8]?

  /// Separates the random bytes of keys from other uses of the seed.
  private static let seedUse: UInt64 = 4 << 32
  /// The maximum number of keys of a rendition.
  private static let keysPerRendition: UInt64 = 1 << 24

  /// Derives the key of the segment with the media sequence number `sequence` in the rendition with the number
  /// `rendition`.
  init(
    _ encryption: PresentationOptions.Encryption,
    seed: UInt64,
    rendition: Int,
    sequence: Int
  ) {
    let number = encryption.segmentsPerKey.map { sequence / $0 } ?? 0
    let use = Self.seedUse + UInt64(rendition) * Self.keysPerRendition + UInt64(number)
    var random = SplitMix64(seed: seed, use: use)
    uri = "key-\(number).bin"
    bytes = random.bytes(SegmentCipher.blockSize)
    let vector = random.bytes(SegmentCipher.blockSize)
    self.vector = encryption.writesInitializationVector ? vector : nil
  }

  func encrypt(_ segment: [UInt8], sequence: Int) throws -> [UInt8] {
    let counted = (0..<SegmentCipher.blockSize).reversed().map { byte in
      byte < 8 ? UInt8(truncatingIfNeeded: sequence >> (8 * byte)) : 0
    }
    return try SegmentCipher.encrypt(segment, key: bytes, vector: vector ?? counted)
  }
}

/// AES-128 in CBC mode with PKCS7 padding, for METHOD=AES-128 (RFC 8216, 4.3.2.4). Uses libavutil.
enum SegmentCipher {
  /// The size of keys, blocks and initialization vectors, in bytes.
  static let blockSize = 16

  /// Encrypts a segment. The key and the vector must have 16 bytes.
  static func encrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
    precondition(key.count == blockSize && vector.count == blockSize)
    guard let context = av_aes_alloc() else {
      throw StreamMakerError(.encryption, "out of memory: free memory and try again")
    }
    defer { av_free(UnsafeMutableRawPointer(context)) }
    guard av_aes_init(context, key, Int32(8 * blockSize), 0) >= 0 else {
      throw StreamMakerError(.encryption, "libavutil cannot encrypt: leave out --with encrypt")
    }
    let padding = blockSize - bytes.count % blockSize
    let padded = bytes + [UInt8](repeating: UInt8(padding), count: padding)
    var encrypted = [UInt8](repeating: 0, count: padded.count)
    var vector = vector
    av_aes_crypt(context, &encrypted, padded, Int32(padded.count / blockSize), &vector, 0)
    return encrypted
  }
}
