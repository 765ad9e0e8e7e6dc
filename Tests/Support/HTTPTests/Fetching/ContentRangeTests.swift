import Testing

@testable import HTTP

@Suite struct ContentRangeTests {
  @Test("Content-Range is read with and without the size of the resource")
  func ranges() throws {
    let known = try #require(ContentRange("bytes 10-99/200"))
    #expect((known.start, known.end, known.total ?? -1) == (10, 100, 200))
    let unknown = try #require(ContentRange("Bytes 0-0/*"))
    #expect((unknown.start, unknown.end) == (0, 1))
    #expect(unknown.total == nil)
  }

  @Test(
    "an invalid Content-Range is refused",
    arguments: [
      "", "bytes", "bytes */200", "bytes 5-4/10", "bytes 0-9", "bytes 0-9/9", "bytes -1-2/9",
      "items 0-9/10", "bytes 0-9223372036854775807/*", "bytes 1-2/x",
    ]
  )
  func senseless(text: String) { #expect(ContentRange(text) == nil) }
}
