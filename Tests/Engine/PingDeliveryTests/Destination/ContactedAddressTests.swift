import HTTP
import Testing

@testable import PingDelivery

@Suite("addresses of collectors")
struct ContactedAddressTests {
  @Test(
    "production hosts are rejected in every spelling",
    arguments: [
      "http://nielsen.com", "https://nielsen.com/", "https://NIELSEN.com/cgi-bin/d",
      "http://nielsen.com.", "http://nielsen.com..", "http://nielsen.com:8080",
      "http://www.nielsen.com", "http://a.b.c.nielsen.com/x", "HTTPS://Secure-DCR.ImrWorldwide.COM",
      "https://imrworldwide.com?x", "https://secure.imrworldwide.com.:443/cgi-bin/gn?prd=dcr",
      "https://x@nielsen.com", "https://user:secret@cert.imrworldwide.com",
      "https://127.0.0.1@nielsen.com/", "http://127.0.0.1\\@nielsen.com",
      "http://niels%65n.com", "http://nielsen%2Ecom", "http://%4eIELSEN.com%2E:1/",
      "http://[::1]@imrworldwide.com:80", "http://nielsen.com#@127.0.0.1",
      "http://nielsen.com?@127.0.0.1", "HTTP://a%40b@WWW.NIELSEN.COM..:443/",
    ]
  )
  func production(_ text: String) {
    #expect { _ = try WebAddress(contacting: text) } throws: { error in
      (error as? CollectorURLError)?.isProductionHost == true
        && "\(error)".contains("name a server of your own")
    }
  }

  @Test(
    "a URL that other programs may read differently is rejected",
    arguments: [
      "", "x", "http:", "http://", "http:///x", "ftp://a/", "file:///x", "//a/", "http:/a",
      "http://user@127.0.0.1", "http://@127.0.0.1", "http://127.0.0.1:65536",
      "http://127.0.0.1:8x", "http://127.0.0.1:+80", "http://a b/", "http://a/\r\nHost: b",
      "http://ä.de", "http://[::1", "http://[]", "http://a\\b", "http://a\0",
      "https://nielsen.com@127.0.0.1/", "http:\\\\nielsen.com", "http://nielsen。com",
      "http://[nielsen.com]", "http://nielsen.com\u{7F}", "http://nielsen.com\t/",
      "http://%6Eielsen%00.com", "http://127.0.0.1%2f@nielsen.com\n", "http://[::1%25nielsen.com",
    ]
  )
  func malformed(_ text: String) {
    #expect {
      _ = try WebAddress(contacting: text)
    } throws: { ($0 as? CollectorURLError)?.isProductionHost == false }
  }

  @Test(
    "the URLs of other hosts are accepted and normalized",
    arguments: [
      ("http://127.0.0.1:8977", "http://127.0.0.1:8977/"),
      ("HTTP://Collector.Example/A?b#c", "http://collector.example/A?b"),
      ("https://[::1]:8443/x", "https://[::1]:8443/x"), ("https://[::1]", "https://[::1]/"),
      ("http://my_host-1.:80?q", "http://my_host-1.:80/?q"),
      ("http://127.0.0.1#@nielsen.com\\", "http://127.0.0.1/"),
      ("http://notnielsen.com", "http://notnielsen.com/"),
      ("http://nielsen.com.example/", "http://nielsen.com.example/"),
      (
        "http://nielsen.example/?u=http://nielsen.com/",
        "http://nielsen.example/?u=http://nielsen.com/"
      ),
      ("http://imrworldwide.com.example/", "http://imrworldwide.com.example/"),
    ]
  )
  func plain(_ text: String, _ expected: String) throws {
    #expect(try WebAddress(contacting: text).text == expected)
  }

  @Test(
    "a production domain and its subdomains are rejected, but not names that only share an ending",
    arguments: [
      ("a.imrworldwide.com", true), ("imrworldwide.com", true), ("anielsen.com", false),
      ("nielsen.com.au", false), ("com", false), ("xn--nielsen.com", false), ("a.example", false),
    ]
  )
  func productionDomain(_ host: String, _ isProduction: Bool) {
    let address = try? WebAddress(contacting: "http://\(host)/")
    #expect((address == nil) == isProduction)
    let added = try? WebAddress(contacting: "http://\(host)/", refusing: ["nielsen.com.", ""])
    #expect((added == nil) == isProduction, "an added host replaces no production host")
  }

  @Test(
    "added refused hosts are rejected in every spelling, like production hosts",
    arguments: [
      ("http://b.A.example.:1/x", true), ("http://a.example", true), ("http://xa.example", false),
      ("http://u@a.example/", true), ("http://%61.example/", true), ("http://[::1]:8/", true),
      ("http://h/", false),
    ]
  )
  func added(_ url: String, _ isRefused: Bool) {
    do {
      _ = try WebAddress(contacting: url, refusing: ["A.Example.", "[::1]"])
      #expect(!isRefused)
    } catch {
      #expect(isRefused && error.description.contains("refusedHosts"), "\(error)")
    }
  }

  @Test("a collector at an added refused host is rejected")
  func collector() throws {
    let collector = try Collector("http://a.example/x")
    #expect(throws: CollectorURLError.self) { try collector.check(refusing: ["example"]) }
    try collector.check(refusing: ["b.example"])
  }
}
