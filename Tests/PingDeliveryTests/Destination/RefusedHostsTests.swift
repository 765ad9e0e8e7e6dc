import Testing

@testable import PingDelivery

@Suite("refused hosts")
struct RefusedHostsTests {
  @Test(
    "a domain and all below it, at the boundary of a label",
    arguments: [
      ("nielsen.com", true), ("Nielsen.COM.", true), ("a.imrworldwide.com", true),
      ("imrworldwide.com", true), ("anielsen.com", false), ("nielsen.com.au", false),
      ("com", false), ("", false), (".", false), ("xn--nielsen.com", false),
      (".nielsen.com", true), ("a.example", false),
    ]
  )
  func production(_ host: String, _ isRefused: Bool) {
    #expect(RefusedHosts().refusal(of: host)?.code == (isRefused ? .productionHost : nil))
    // Adding takes nothing away.
    let more = RefusedHosts(["a.example", "nielsen.com.", ""]).refusal(of: host)?.code
    #expect(more == (isRefused ? .productionHost : host == "a.example" ? .refusedHost : nil))
  }

  @Test(
    "added names count like those of production, however they are written",
    arguments: [
      ("http://b.A.example.:1/x", true), ("http://a.example", true), ("http://xa.example", false),
      ("http://u@a.example/", true), ("http://%61.example/", true), ("http://[::1]:8/", true),
      ("http://h/", false),
    ]
  )
  func added(_ url: String, _ isRefused: Bool) {
    let hosts = RefusedHosts(["A.Example.", "[::1]"])
    do {
      _ = try HTTPAddress(url, refusing: hosts)
      #expect(!isRefused)
    } catch {
      #expect(isRefused && error.code == .refusedHost, "\(error)")
    }
  }

  @Test("a collector is checked against them")
  func collector() throws {
    let collector = try Collector("http://a.example/x")
    #expect(throws: CollectorURLError.self) { try collector.check(refusing: ["example"]) }
    try collector.check(refusing: ["b.example"])
    try Collector("file:///tmp/a.example").check(refusing: ["a.example"])
  }
}
