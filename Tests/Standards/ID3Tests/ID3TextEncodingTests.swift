import Testing

@testable import ID3

@Suite struct ID3TextEncodingTests {
  @Test(
    "text is written in every encoding",
    arguments: [
      (ID3TextEncoding.isoLatin1, "47fc"), (.utf16, "fffe 4700 fc00"),
      (.utf16BigEndian, "0047 00fc"), (.utf8, "47c3bc"),
    ]
  )
  func encoding(encoding: ID3TextEncoding, hex: String) {
    #expect(encoding.bytes("Gü") == bytes(hex))
  }

  @Test("a NUL cannot be written in any encoding", arguments: ID3TextEncoding.allCases)
  func nul(encoding: ID3TextEncoding) {
    #expect(encoding.bytes("a\0b") == nil)
  }

  @Test("characters above U+00FF cannot be written in ISO-8859-1")
  func latin1() {
    #expect(ISOLatin1.bytes("\u{ff}\r\n") == [0xff, 0x0d, 0x0a])
    #expect(ISOLatin1.bytes("\u{100}") == nil)
    #expect(ISOLatin1.string(Array(0...255)[...]).unicodeScalars.map(\.value) == Array(0...255))
  }
}
