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
