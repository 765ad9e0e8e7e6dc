import Testing

@testable import PingDelivery

@Suite("hosts of production")
struct ProductionHostsTests {
  @Test(
    "a domain and all below it, at the boundary of a label",
    arguments: [
      ("nielsen.com", "nielsen.com"), ("Nielsen.COM.", "nielsen.com"),
      ("a.imrworldwide.com", "imrworldwide.com"), ("imrworldwide.com", "imrworldwide.com"),
      ("anielsen.com", nil), ("nielsen.com.au", nil), ("com", nil), ("", nil), (".", nil),
      ("xn--nielsen.com", nil), (".nielsen.com", "nielsen.com"),
    ]
  )
  func domains(_ host: String, _ domain: String?) {
    #expect(ProductionHosts.domain(of: host) == domain)
  }
}
