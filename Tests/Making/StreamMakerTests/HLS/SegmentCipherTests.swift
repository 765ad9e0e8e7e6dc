import Testing

@testable import StreamMaker

@Suite struct SegmentCipherTests {
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  @Test("encrypted blocks equal the vectors of NIST SP 800-38A, F.2.1, followed by padding")
  func vectors() throws {
    let encrypted = try SegmentCipher.encrypt(
      Self.bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"),
      key: Self.bytes("2b7e151628aed2a6abf7158809cf4f3c"),
      vector: Array(0...15)
    )
    #expect(
      Array(encrypted.prefix(32))
        == Self.bytes("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2")
    )
    // Two blocks of text and a whole block of padding.
    #expect(encrypted.count == 48)
  }

  @Test(
    "the encrypted length is the next multiple of 16",
    arguments: [(0, 16), (1, 16), (15, 16), (16, 32)]
  )
  func padding(count: Int, encrypted: Int) throws {
    let bytes = try SegmentCipher.encrypt(
      [UInt8](repeating: 7, count: count),
      key: [UInt8](repeating: 1, count: 16),
      vector: [UInt8](repeating: 2, count: 16)
    )
    #expect(bytes.count == encrypted)
  }
}
