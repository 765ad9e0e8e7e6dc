import PingAnalysis
import Testing

@Suite struct SplitURLTests {
  @Test(
    "a URL, or only its path and query, is split into parts",
    arguments: [
      ("http://a.example/p?x=1", "a.example", "/p", "x=1"),
      ("HTTPS://User@A.Example:8080/p?x=1#y", "a.example", "/p", "x=1"),
      ("/p?u=http://b/c?d", "", "/p", "u=http://b/c?d"),
      ("http://a", "a", "/", nil),
      ("http://a?", "a", "/", ""),
      ("http://a/ b,c?d=e f", "a", "/ b,c", "d=e f"),
    ] as [(String, String, String, String?)]
  )
  func parts(text: String, host: String, path: String, query: String?) throws {
    let url = try #require(SplitURL(text))
    #expect(url.host == host && url.path == path && url.query == query)
  }

  @Test(
    "strings that are neither URLs nor absolute paths are refused",
    arguments: ["", "a/b", "ftp://a/b", "http://", "http:///p", "?x=1"]
  )
  func others(text: String) {
    #expect(SplitURL(text) == nil)
  }

  @Test("parameters are decoded once, and a plus sign is a space only in forms")
  func parameters() {
    let query = "c27=cln,300&e=%2520&n&=v&p=a+b"
    let sent = SplitURL.parameters(of: query).map { [$0.name, $0.value] }
    #expect(sent == [["c27", "cln,300"], ["e", "%20"], ["n", ""], ["", "v"], ["p", "a+b"]])
    #expect(SplitURL.parameters(of: query, isForm: true).last?.value == "a b")
  }

  @Test("if several parameters have the same name, the value of the first one is used")
  func value() {
    let parameters = SplitURL.parameters(of: "a=1&b=2&a=3")
    #expect(["a", "b", "c"].map { parameters.value(of: $0) } == ["1", "2", nil])
  }

  @Test("parameters beyond the limit are ignored")
  func limit() {
    let query = String(repeating: "a=1&", count: SplitURL.parameterLimit + 10)
    #expect(SplitURL.parameters(of: query).count == SplitURL.parameterLimit)
  }
}
