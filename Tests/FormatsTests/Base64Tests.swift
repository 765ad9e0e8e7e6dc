import Testing

@testable import Formats

@Suite struct Base64Tests {
  @Test(
    "the test vectors of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("A", "QQ=="),
    ]
  )
  func vectors(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
  }

  @Test("the last two letters of the alphabet are + and /")
  func alphabet() {
    #expect(Base64.encode([0xfb, 0xff, 0xbf]) == "+/+/")
  }
}
