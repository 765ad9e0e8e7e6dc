import System
import TimedMetadata

/// Decrypts bytes that are encrypted as a whole: AES-128 in CBC mode with PKCS#7 padding (RFC 8216, section 4.3.2.4).
///
/// A wrong key is detected only at the end: the bytes before are noise.
struct SegmentDecryption: ~Copyable {
  private let name: String
  private var decryptor: AES128Decryptor
  /// The encrypted bytes after those that were decrypted: the last whole block, which may be the padding, and part of the
  /// next.
  private var rest: [UInt8] = []

  /// Decrypts the bytes of `name` with a key and an initialization vector of 16 bytes each.
  /// - Throws: `cannotDecrypt` when they have another size.
  init(key: [UInt8], initializationVector: [UInt8], name: String) throws(TimedMetadataError) {
    self.name = name
    guard let decryptor = AES128Decryptor(key: key, initializationVector: initializationVector)
    else { throw Self.wrongSize(key, initializationVector, of: name) }
    self.decryptor = decryptor
  }

  /// Decrypts bytes in memory.
  /// - Throws: `cannotDecrypt`.
  static func decrypt(
    _ bytes: [UInt8],
    key: [UInt8],
    initializationVector: [UInt8]
  ) throws(TimedMetadataError) -> [UInt8] {
    var decryption = try SegmentDecryption(
      key: key,
      initializationVector: initializationVector,
      name: "encrypted bytes"
    )
    let clear = decryption.feed(bytes)
    return try clear + decryption.finish()
  }

  /// Takes the next encrypted bytes; returns those that are clear now.
  mutating func feed(_ bytes: [UInt8]) -> [UInt8] {
    var known = rest + bytes
    guard !known.isEmpty else { return [] }
    // The last whole block is held back: it is the padding if no bytes follow.
    let count = (known.count - 1) / AES128Decryptor.blockSize * AES128Decryptor.blockSize
    rest = Array(known[count...])
    known.removeLast(known.count - count)
    known.withUnsafeMutableBytes { decryptor.decrypt($0) }
    return known
  }

  /// The last clear bytes, without the padding.
  /// - Throws: `cannotDecrypt`.
  mutating func finish() throws(TimedMetadataError) -> [UInt8] {
    guard !rest.isEmpty else { return [] }
    guard rest.count == AES128Decryptor.blockSize else {
      throw broken("ends within a block of its encryption", "check that it is complete")
    }
    rest.withUnsafeMutableBytes { decryptor.decrypt($0) }
    guard let padding = AES128Decryptor.paddingCount(of: rest) else {
      throw broken(
        "cannot be decrypted with its key",
        "check the key and the initialization vector in the playlist"
      )
    }
    return rest.dropLast(padding)
  }

  private func broken(_ reason: String, _ remedy: String) -> TimedMetadataError {
    TimedMetadataError(.cannotDecrypt, input: name, reason: reason, remedy: remedy)
  }

  private static func wrongSize(
    _ key: [UInt8],
    _ vector: [UInt8],
    of name: String
  ) -> TimedMetadataError {
    let isKey = key.count != AES128Decryptor.blockSize
    return TimedMetadataError(
      .cannotDecrypt,
      input: name,
      reason: isKey
        ? "has a key of \(key.count) bytes instead of 16"
        : "has an initialization vector of \(vector.count) bytes instead of 16",
      remedy: isKey ? "check what the URI of the key leads to" : "check the playlist"
    )
  }
}
