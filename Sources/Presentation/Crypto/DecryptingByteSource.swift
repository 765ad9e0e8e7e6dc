import System
import TimedMetadata

/// Reads a source that is encrypted as a whole: AES-128 in CBC mode with PKCS#7 padding (RFC 8216,
/// section 4.3.2.4).
///
/// A wrong key is detected only at the end: the bytes that were read before are noise.
final class DecryptingByteSource: ByteSource {
  private static let bufferSize = 128 << 10

  let name: String
  /// Unknown: the padding is part of the encrypted bytes.
  let size: Int64? = nil
  private let source: any ByteSource
  private let memory: UnsafeMutableRawBufferPointer
  private var decryptor: AES128Decryptor?
  /// Decrypted bytes.
  private var clear = 0..<0
  /// The end of the encrypted bytes after them: the last whole block, which may be the padding, and part of the next.
  private var encryptedEnd = 0
  private var isAtEnd = false
  private var failure: TimedMetadataError?

  /// Decrypts `source` with a key and an initialization vector of 16 bytes each.
  init(_ source: any ByteSource, key: [UInt8], initializationVector: [UInt8]) {
    self.source = source
    name = source.name
    memory = .allocate(byteCount: Self.bufferSize, alignment: 16)
    decryptor = AES128Decryptor(key: key, initializationVector: initializationVector)
    if decryptor == nil { failure = Self.wrongSize(key, initializationVector, of: name) }
  }

  deinit { memory.deallocate() }

  /// Decrypts bytes in memory.
  /// - Throws: `cannotDecrypt`.
  static func decrypt(
    _ bytes: [UInt8],
    key: [UInt8],
    initializationVector: [UInt8]
  ) throws(TimedMetadataError) -> [UInt8] {
    let source = DecryptingByteSource(
      MemorySource(bytes, name: "encrypted bytes"),
      key: key,
      initializationVector: initializationVector
    )
    var clear = [UInt8](repeating: 0, count: bytes.count)
    var count = 0
    while count < clear.count {
      let result = clear.withUnsafeMutableBytes { memory in
        Result { () throws(TimedMetadataError) in
          try source.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
        }
      }
      let added = try result.get()
      if added == 0 { break }
      count += added
    }
    return Array(clear.prefix(count))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    while clear.isEmpty, !isAtEnd, !buffer.isEmpty {
      if let failure { throw failure }
      try readMore()
    }
    if clear.isEmpty, let failure { throw failure }
    let count = min(buffer.count, clear.count)
    buffer.copyMemory(
      from: UnsafeRawBufferPointer(rebasing: memory[clear.prefix(count)])
    )
    clear.removeFirst(count)
    return count
  }

  private func readMore() throws(TimedMetadataError) {
    // The bytes that are still encrypted move to the start.
    let left = encryptedEnd - clear.upperBound
    if left > 0 {
      memory.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: memory[clear.upperBound..<encryptedEnd])
      )
    }
    (clear, encryptedEnd) = (0..<0, left)
    let room = UnsafeMutableRawBufferPointer(rebasing: memory[left...])
    let count = try source.read(into: room)
    encryptedEnd += count
    guard count > 0 else { return finish() }
    // The last whole block is held back: it is the padding if no bytes follow.
    let blocks = (encryptedEnd - 1) / AES128Decryptor.blockSize
    decrypt(blocks * AES128Decryptor.blockSize)
  }

  private func decrypt(_ count: Int) {
    decryptor?.decrypt(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
    clear = 0..<count
  }

  private func finish() {
    isAtEnd = true
    guard encryptedEnd > 0 else { return }
    guard encryptedEnd == AES128Decryptor.blockSize else {
      failure = broken("ends within a block of its encryption", "check that it is complete")
      return
    }
    decrypt(encryptedEnd)
    guard let padding = AES128Decryptor.paddingCount(of: memory[clear]) else {
      clear = 0..<0
      failure = broken(
        "cannot be decrypted with its key",
        "check the key and the initialization vector in the playlist"
      )
      return
    }
    clear = 0..<encryptedEnd - padding
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
