import System
import TimedMetadata

/// Decrypts bytes that are encrypted as a whole with AES-128 in CBC mode and PKCS#7 padding (RFC
/// 8216, section 4.3.2.4).
///
/// A wrong key is usually detected, but only at the end, by the padding. The bytes returned before that are
/// meaningless.
struct SegmentDecryption: ~Copyable {
  private let name: String
  private var decryptor: AES128Decryptor
  /// The encrypted bytes that have not been decrypted yet: the last whole block, which may contain the padding, or part
  /// of a block.
  private var rest: [UInt8] = []

  /// Creates a decryptor. `key` and `initializationVector` have 16 bytes each; `name` is used in errors.
  /// - Throws: `cannotDecrypt` if `key` or `initializationVector` has another size.
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

  /// Adds encrypted bytes, and returns the bytes that could be decrypted.
  mutating func feed(_ bytes: [UInt8]) -> [UInt8] {
    var known = rest + bytes
    guard !known.isEmpty else { return [] }
    let count = (known.count - 1) / AES128Decryptor.blockSize * AES128Decryptor.blockSize
    rest = Array(known[count...])
    known.removeLast(known.count - count)
    known.withUnsafeMutableBytes { decryptor.decrypt($0) }
    return known
  }

  /// Returns the last decrypted bytes, without the padding.
  /// - Throws: `cannotDecrypt`.
  mutating func finish() throws(TimedMetadataError) -> [UInt8] {
    guard !rest.isEmpty else { return [] }
    guard rest.count == AES128Decryptor.blockSize else {
      throw broken("ends within an encrypted block of 16 bytes", "check that it is complete")
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
      remedy: isKey ? "check the resource at the URI of the key" : "check the playlist"
    )
  }
}
