import Testing

@testable import NielsenTag

@Suite struct Base64URLTests {
  @Test(
    "the examples of RFC 4648, section 10, are encoded and decoded",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ]
  )
  func examples(plain: String, encoded: String) throws {
    #expect(Base64URL.encode(Array(plain.utf8)) == Array(encoded.utf8))
    let decoded = try Base64URL.decode(Array(encoded.utf8)[...], byteCount: plain.utf8.count)
    #expect(decoded == Array(plain.utf8))
  }

  @Test("every encoded byte decodes to the original, and - and _ encode the last two values")
  func roundTrip() throws {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = Base64URL.encode(bytes)
    #expect(try Base64URL.decode(text[...], byteCount: 256) == bytes)
    #expect(Base64URL.encode([0xfb, 0xff, 0xbf]) == Array("-_-_".utf8))
  }

  @Test(
    "a base64url fault is reported with its position",
    arguments: [
      ("Zg=", Base64URL.Fault.length(expected: 4)), ("Z+==", .standardAlphabet(position: 1)),
      ("/g==", .standardAlphabet(position: 0)), ("Z===", .character(position: 1)),
      ("Zg=A", .padding(position: 3)), ("Zh==", .unusedBits(position: 1)),
      ("\u{7f}g==", .character(position: 0)),
    ]
  )
  func faults(text: String, fault: Base64URL.Fault) {
    #expect(throws: fault) { try Base64URL.decode(Array(text.utf8)[...], byteCount: 1) }
  }
}
