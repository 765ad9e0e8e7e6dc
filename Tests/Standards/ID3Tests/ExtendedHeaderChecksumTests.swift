import Testing

@testable import ID3

@Suite struct CRC32Tests {
  @Test("the CRC-32 of the string 123456789 equals the published check value")
  func checkValue() {
    #expect(ExtendedHeaderChecksum.checksum(ascii("123456789")) == 0xcbf4_3926)
    #expect(ExtendedHeaderChecksum.checksum([]) == 0)
  }
}
