import HTTPServer
import Testing

@Suite struct ListeningAddressTests {
  @Test(
    "an address is read as a host and a port, and the default host is 127.0.0.1",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1", 8080), ("localhost:0", "localhost", 0),
      ("[::1]:443", "::1", 443), (":9", "127.0.0.1", 9), ("65535", "127.0.0.1", 65_535),
      ("0.0.0.0:80", "0.0.0.0", 80),
    ]
  )
  func addresses(text: String, host: String, port: Int) {
    #expect(ListeningAddress(text) == ListeningAddress(host: host, port: port))
  }

  @Test(
    "text that is not an address is refused",
    arguments: [
      "", ":", "a", "a:", "a:b", "a:65536", "a:-1", "a:+1", "::1", "[::1]", "[]:1", "a b:1",
      "http://a:1", "[::1:2", "a]:1",
    ]
  )
  func refused(text: String) {
    #expect(ListeningAddress(text) == nil)
  }

  @Test(
    "only localhost and loopback addresses are recognized as loopback",
    arguments: [
      (":1", true), ("127.0.0.1:1", true), ("127.9.8.7:1", true), ("[::1]:1", true),
      ("LocalHost:1", true), ("0.0.0.0:1", false), ("[::]:1", false), ("192.0.2.7:1", false),
      ("127.example:1", false), ("[fe80::1]:1", false),
    ]
  )
  func loopback(text: String, isLoopback: Bool) {
    #expect(ListeningAddress(text)?.isLoopback == isLoopback)
  }

  @Test(
    "an address is written in the form used in URLs",
    arguments: ["127.0.0.1:80", "[::1]:80", "a.example:1"]
  )
  func written(text: String) {
    #expect(ListeningAddress(text)?.description == text)
  }
}
