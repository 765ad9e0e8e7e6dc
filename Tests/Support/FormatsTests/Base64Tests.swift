import Testing

@testable import Formats

@Suite struct Base64Tests {
  @Test(
    "the test vectors of RFC 4648 are encoded in Base64",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("A", "QQ=="),
    ]
  )
  func vectors(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
  }

  @Test("the last two characters of the Base64 alphabet are + and /")
  func alphabet() {
    #expect(Base64.encode([0xfb, 0xff, 0xbf]) == "+/+/")
  }

  @Test(
    "Base64 with white space, either alphabet or no padding is read, and other text is refused",
    arguments: [
      ("", []), ("SUQz", [0x49, 0x44, 0x33]), ("/DA=", [0xFC, 0x30]), ("_DA", [0xFC, 0x30]),
      (" SU\nQz\t", [0x49, 0x44, 0x33]), ("+/+/", [0xFB, 0xFF, 0xBF]),
      ("-_-_", [0xFB, 0xFF, 0xBF]),
      ("AA==", [0]), ("AA", [0]), ("A", nil), ("A===", nil), ("AA=", nil), ("AA=A", nil),
      ("A*AA", nil),
      ("=", nil), ("AAAA=", nil), ("AAA==", nil), ("ä", nil),
    ] as [(String, [UInt8]?)]
  )
  func decoding(text: String, bytes: [UInt8]?) {
    #expect(Base64.decode(text) == bytes)
  }
}
