import Testing

@testable import HTTP

@Suite struct HeaderFieldTests {
  @Test("a header field is read as a name and a value")
  func field() throws {
    let field = try #require(HeaderField("X-Token:  a: b \t"))
    #expect(field.name == "X-Token")
    #expect(field.value == "a: b")
    #expect(try #require(HeaderField("Empty:")).value.isEmpty)
  }

  @Test(
    "text that is not a field, and a field that the loader sets, are refused",
    arguments: [
      "", "a", ": b", "a b: c", "a: b\nc: d", "a\r: b", "Range: bytes=0-", "content-length: 1",
      "Connection: close", "Accept-Encoding: br", "ä: b",
    ]
  )
  func refused(text: String) { #expect(HeaderField(text) == nil) }

  @Test("only harmless fields are sent to all hosts")
  func harmless() throws {
    #expect(try #require(HeaderField("Referer: x")).isSentEverywhere)
    #expect(!(try #require(HeaderField("Authorization: x")).isSentEverywhere))
    #expect(!(try #require(HeaderField("X-Api-Key: x")).isSentEverywhere))
  }
}
