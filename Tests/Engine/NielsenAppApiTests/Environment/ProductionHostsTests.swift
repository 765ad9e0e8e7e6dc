import Foundation
import FoundationXML
import Testing

@testable import NielsenAppApi

@Suite("production hosts")
struct ProductionHostsTests {
  @Test("the mitmproxy add-on lists the same production domains as the engine")
  func addOn() throws {
    let text = try Self.integration("mitmproxy/id3tap.py")
    let list = ProductionHosts.domains.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(text.contains("\nDOMAINS = (\(list))\n"))
  }

  @Test(
    "the Charles rules send all production domains, over http and https, to the collector"
  )
  func charles() throws {
    let text = try Self.integration("charles/id3tap-map-remote.xml")
    let document = try XMLDocument(xmlString: text)
    let sources = try document.nodes(forXPath: "/map/mappings/mapMapping/sourceLocation").map {
      source in
      ["protocol", "host"].map { (try? source.nodes(forXPath: $0))?.first?.stringValue }
    }
    let expected: [[String?]] = ProductionHosts.domains.flatMap { domain in
      [domain, "*.\(domain)"].flatMap { [["https", $0], ["http", $0]] }
    }
    #expect(sources == expected)
    let rest = try document.nodes(
      forXPath: "//destLocation/* | //preserveHostHeader | //mapMapping/enabled"
    )
    let one = ["http", "127.0.0.1", "8977", "true", "true"]
    #expect(rest.compactMap(\.stringValue) == expected.flatMap { _ in one })
  }

  private static func integration(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Integrations/\(path)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test(
    "a production domain and its subdomains are recognized in any case and with trailing dots",
    arguments: [
      ("secure-sw.imrworldwide.com", "imrworldwide.com"), ("NIELSEN.com..", "nielsen.com"),
      ("anielsen.com", nil), ("nielsen.com.a.example", nil), ("", nil),
    ]
  )
  func domains(_ host: String, _ domain: String?) {
    #expect(ProductionHosts.domain(of: host) == domain)
  }
}
