import Testing

@testable import HTTP

@Suite struct HTTPDateTests {
  @Test(
    "only the three date formats of RFC 9110 are read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
      ("06 Nov 1994 08:49:37 GMT", nil), ("now", nil), ("", nil),
    ] as [(String, Int64?)]
  )
  func read(text: String, seconds: Int64?) {
    #expect(HTTPDate.unixSeconds(text) == seconds)
  }
}
