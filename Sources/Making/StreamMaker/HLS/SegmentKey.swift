import CFFmpeg
import NielsenTag

/// A key of one rendition, and how its segments are encrypted with it.
struct SegmentKey: Hashable {
  /// The name of its file, beside the playlist.
  let uri: String
  /// Its 16 bytes.
  let bytes: [UInt8]
  /// The initialization vector of EXT-X-KEY; nil leaves it to the media sequence number.
  let vector: [UInt8]?

  /// Separates the seeded bytes of keys from other uses of the seed.
  private static let seedUse: UInt64 = 4 << 32
  /// How many keys a rendition has at most.
  private static let keysPerRendition: UInt64 = 1 << 24

  /// The key of a segment.
  ///
  /// - Parameters:
  ///   - encryption: how segments are encrypted.
  ///   - seed: what the bytes derive from.
  ///   - rendition: the number of the rendition.
  ///   - sequence: the media sequence number of the segment.
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

  /// Encrypts the segment with a media sequence number.
  func encrypt(_ segment: [UInt8], sequence: Int) throws -> [UInt8] {
    let counted = (0..<SegmentCipher.blockSize).reversed().map { byte in
      byte < 8 ? UInt8(truncatingIfNeeded: sequence >> (8 * byte)) : 0
    }
    return try SegmentCipher.encrypt(segment, key: bytes, vector: vector ?? counted)
  }
}

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
