import Foundation
import Testing

@testable import NielsenAppApi

@Suite("production hosts")
struct ProductionHostsTests {
  @Test("the mitmproxy add-on keeps back the same domains")
  func addOn() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Integrations/mitmproxy/id3tap.py")
    let text = try String(contentsOf: file, encoding: .utf8)
    let list = ProductionHosts.domains.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(text.contains("\nDOMAINS = (\(list))\n"))
  }

  @Test(
    "a domain and all below it, however they are written",
    arguments: [
      ("secure-sw.imrworldwide.com", "imrworldwide.com"), ("NIELSEN.com..", "nielsen.com"),
      ("anielsen.com", nil), ("nielsen.com.a.example", nil), ("", nil),
    ]
  )
  func domains(_ host: String, _ domain: String?) {
    #expect(ProductionHosts.domain(of: host) == domain)
  }
}
