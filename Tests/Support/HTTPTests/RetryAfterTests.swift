import Testing

@testable import HTTP

@Suite("Retry-After")
struct RetryAfterTests {
  @Test(
    "Retry-After is read as seconds or as a date",
    arguments: [
      ("0", 0), ("120", 120_000), ("99999999999999999999", 86_400_000),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 37_000), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
      ("Sun, 06 Nov 2094 08:48:00 GMT", 86_400_000),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 37_000), ("Sun Nov  6 08:49:37 1994", 37_000),
    ] as [(String, Int64)]
  )
  func known(_ text: String, _ expected: Int64) {
    #expect(RetryAfter.milliseconds(text, now: 784_111_740_000) == expected)
  }

  @Test(
    "an invalid Retry-After is ignored",
    arguments: [
      "", "-1", "1.5", "soon", "Sun, 06 Nov 1994 08:49:37 +0200", "Sun, 06 Nov 1994 08:49 GMT",
      "Sunday",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "     ", "١٢",
    ]
  )
  func unknown(_ text: String) {
    #expect(RetryAfter.milliseconds(text, now: 0) == nil)
  }
}
