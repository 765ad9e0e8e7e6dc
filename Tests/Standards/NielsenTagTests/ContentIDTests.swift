import NielsenTag
import Testing

@Suite struct ContentIDTests {
  @Test("the null CID has its published text and bytes")
  func null() {
    #expect(ContentID.null.text == "X100zdCIGeIlgZnkYj6UvQ==")
    #expect(ContentID.null.bytes.hexadecimal == PayloadVector.nullCID)
    #expect(ContentID(text: "X100zdCIGeIlgZnkYj6UvQ==")?.isNull == true)
  }

  @Test("bytes and text of a CID convert into each other")
  func roundTrip() throws {
    let bytes = Array(UInt8(0xa0)...0xaf)
    let identifier = try #require(ContentID(bytes: bytes))
    #expect(identifier.bytes == bytes)
    #expect(identifier.text == "oKGio6SlpqeoqaqrrK2urw==")
    #expect(ContentID(text: identifier.text) == identifier)
    #expect(!identifier.isNull)
  }

  @Test("a CID is made only from 16 bytes or from 24 valid characters")
  func refused() {
    #expect(ContentID(bytes: [UInt8](repeating: 1, count: 15)) == nil)
    #expect(ContentID(bytes: [UInt8](repeating: 1, count: 17)) == nil)
    #expect(ContentID(text: "X100zdCIGeIlgZnkYj6UvQ") == nil)
    #expect(ContentID(text: "X100zdCIGeIlgZnkYj6U+Q==") == nil)
  }
}
