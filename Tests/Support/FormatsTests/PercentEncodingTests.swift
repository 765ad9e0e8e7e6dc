import Testing

@testable import Formats

@Suite("percent-encoding")
struct PercentEncodingTests {
  @Test(
    "component encoding keeps only unreserved characters",
    arguments: [
      ("azAZ09-._~", "azAZ09-._~"), ("1/1", "1%2F1"), ("a, b>c", "a%2C%20b%3Ec"), ("é", "%C3%A9"),
      ("=&%+\"#", "%3D%26%25%2B%22%23"), ("", ""), ("\u{0}\n", "%00%0A"),
    ]
  )
  func component(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.component.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
    #expect(PercentEncoding.component.length(of: text) == encoded.utf8.count)
  }

  @Test(
    "minimal encoding keeps characters such as / and =, and encodes & and spaces",
    arguments: [
      ("FD_pI-X==", "FD_pI-X=="), ("a/b,c:d", "a/b,c:d"), (" \"#%&+<>", "%20%22%23%25%26%2B%3C%3E"),
      ("\u{7F}é", "%7F%C3%A9"),
    ]
  )
  func minimal(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.minimal.encode(text) == encoded)
    #expect(PercentEncoding.minimal.length(of: text) == encoded.utf8.count)
  }

  @Test("the encoding none leaves text unchanged")
  func none() { #expect(PercentEncoding.none.encode("retry,0~~x") == "retry,0~~x") }

  @Test(
    "a percent sign without two hexadecimal digits is kept",
    arguments: ["%", "%4", "100%", "%zz", "%%41"]
  )
  func decodeBroken(_ text: String) {
    #expect(PercentEncoding.decode(text) == (text == "%%41" ? "%A" : text))
  }

  @Test(
    "strict percent-decoding accepts only complete escapes and valid UTF-8",
    arguments: [
      ("a%20b", "a b"), ("%c3%A4", "ä"), ("%2525", "%25"), ("", ""), ("%", nil), ("%2", nil),
      ("%%41", nil), ("%zz", nil), ("%ff", nil), ("a+b", "a+b"),
    ] as [(String, String?)]
  )
  func strict(encoded: String, text: String?) {
    #expect(PercentEncoding.decodeStrictly(encoded) == text)
  }

  @Test("percent-decoded bytes need not be UTF-8")
  func bytes() {
    #expect(PercentEncoding.decode(Array("%ff%0g/".utf8)) == [0xff] + Array("%0g/".utf8))
  }
}
