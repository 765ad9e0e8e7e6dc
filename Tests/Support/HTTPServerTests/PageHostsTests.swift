import Testing

@testable import HTTPServer

@Suite("Host header fields with which pages may be requested")
struct PageHostsTests {
  private let hosts = PageHosts(
    ListeningAddress(host: "rehearsal.example", port: 1),
    machine: "Box"
  )

  @Test(
    "IP addresses, localhost, the machine's name, the given name and a missing Host are allowed",
    arguments: [
      "127.0.0.1", "127.0.0.1:8977", "192.0.2.7:80", "[::1]:8977", "[fe80::1]", "localhost",
      "LOCALHOST:1", "box:8977", "rehearsal.example:99", "", nil,
    ]
  )
  func good(_ host: String?) { #expect(hosts.allows(host)) }

  @Test(
    "any other Host name is refused, because anyone can point a name at the server's address",
    arguments: [
      "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8977", "[evil]", "0x7f.1:1",
      "box.evil", "2130706433",
    ]
  )
  func bad(_ host: String) { #expect(!hosts.allows(host)) }
}
