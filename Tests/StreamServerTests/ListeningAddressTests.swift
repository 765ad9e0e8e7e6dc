import StreamServer
import Testing

@Suite struct ListeningAddressTests {
  @Test(
    "an address is host and port, and this machine's without a host",
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
    "what is no address is refused",
    arguments: [
      "", ":", "a", "a:", "a:b", "a:65536", "a:-1", "a:+1", "::1", "[::1]", "[]:1", "a b:1",
      "http://a:1", "[::1:2", "a]:1",
    ]
  )
  func refused(text: String) {
    #expect(ListeningAddress(text) == nil)
  }

  @Test("it is written as a URL has it", arguments: ["127.0.0.1:80", "[::1]:80", "a.example:1"])
  func written(text: String) {
    #expect(ListeningAddress(text)?.description == text)
  }
}
