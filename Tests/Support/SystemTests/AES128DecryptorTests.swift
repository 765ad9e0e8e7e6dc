import Testing

@testable import System

@Suite struct AES128DecryptorTests {
  /// The key of NIST SP 800-38A, appendix F.2.2, which also has the other vectors.
  private let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
  private let vector = hex("000102030405060708090a0b0c0d0e0f")
  private let encrypted = hex(
    "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
      + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"
  )
  private let clear = hex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
      + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
  )

  @Test(
    "the NIST vectors are decrypted in pieces of any number of blocks",
    arguments: [1, 2, 3, 4]
  )
  func vectors(blocks: Int) throws {
    var decryptor = try makeDecryptor()
    var bytes = encrypted
    for start in stride(from: 0, to: bytes.count, by: blocks * 16) {
      let end = min(start + blocks * 16, bytes.count)
      bytes.withUnsafeMutableBytes {
        decryptor.decrypt(UnsafeMutableRawBufferPointer(rebasing: $0[start..<end]))
      }
    }
    #expect(bytes == clear)
  }

  private struct NoDecryptor: Error {}

  private func makeDecryptor() throws -> AES128Decryptor {
    guard let decryptor = AES128Decryptor(key: key, initializationVector: vector) else {
      throw NoDecryptor()
    }
    return decryptor
  }

  @Test("decryption leaves bytes after the last whole block unchanged")
  func rest() throws {
    var decryptor = try makeDecryptor()
    var bytes = Array(encrypted.prefix(20))
    bytes.withUnsafeMutableBytes { decryptor.decrypt($0) }
    #expect(bytes == Array(clear[..<16] + encrypted[16..<20]))
  }

  @Test(
    "keys and initialization vectors must have 16 bytes",
    arguments: [(15, 16), (16, 15), (32, 16), (0, 16), (16, 0)]
  )
  func sizes(key: Int, vector: Int) {
    let decryptor = AES128Decryptor(
      key: [UInt8](repeating: 0, count: key),
      initializationVector: [UInt8](repeating: 0, count: vector)
    )
    let isRefused = decryptor == nil
    #expect(isRefused)
  }

  @Test("padding consists of 1 to 16 bytes, each with the number of padding bytes")
  func padding() {
    #expect(AES128Decryptor.paddingCount(of: [UInt8](repeating: 16, count: 16)) == 16)
    #expect(AES128Decryptor.paddingCount(of: [UInt8](repeating: 7, count: 15) + [1]) == 1)
    #expect(AES128Decryptor.paddingCount(of: [UInt8](repeating: 7, count: 14) + [2, 2]) == 2)
    #expect(AES128Decryptor.paddingCount(of: [UInt8](repeating: 7, count: 14) + [1, 2]) == nil)
    #expect(AES128Decryptor.paddingCount(of: [UInt8](repeating: 0, count: 16)) == nil)
    #expect(AES128Decryptor.paddingCount(of: [UInt8](repeating: 17, count: 16)) == nil)
    #expect(AES128Decryptor.paddingCount(of: [1]) == nil)
  }
}

/// The bytes of hexadecimal text.
private func hex(_ text: String) -> [UInt8] {
  stride(from: 0, to: text.utf8.count, by: 2).compactMap { offset in
    UInt8(text.dropFirst(offset).prefix(2), radix: 16)
  }
}
