import HTTP
import Testing

@testable import PingDelivery

@Suite("collectors")
struct CollectorTests {
  @Test(
    "the URL of a ping keeps its path and query at the collector",
    arguments: [
      (
        "http://127.0.0.1:1", "https://collector.invalid/cgi-bin/d?a=1",
        "http://127.0.0.1:1/cgi-bin/d?a=1"
      ),
      ("http://h/base/", "https://collector.invalid/d?a=/", "http://h/base/d?a=/"),
      ("http://h/base", "https://x.nielsen.com/d?a#b", "http://h/base/d?a"),
      ("http://h", "https://1.nuid.collector.invalid", "http://h/"),
      ("http://h", "https://collector.invalid?x", "http://h/?x"),
    ]
  )
  func target(_ collector: String, _ ping: String, _ expected: String) throws {
    #expect(try WebAddress(contacting: collector).url(ofPing: ping) == expected)
  }

  @Test(
    "a ping without a valid URL gets no URL at the collector",
    arguments: ["", "/d?x", "https://a/\n", "http://ä/"]
  )
  func noURL(_ ping: String) throws {
    let address = try WebAddress(contacting: "http://h")
    #expect(throws: CollectorURLError.self) { _ = try address.url(ofPing: ping) }
  }

  @Test(
    "a string that is not the URL of a collector is rejected",
    arguments: ["file:///x", "http://h/?q", "http://h/x?", "gopher://h", "127.0.0.1:8977"]
  )
  func malformed(_ text: String) {
    #expect(throws: CollectorURLError.self) { _ = try Collector(text) }
  }
}
