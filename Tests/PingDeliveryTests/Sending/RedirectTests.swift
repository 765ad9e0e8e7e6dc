import Testing

@testable import PingDelivery

@Suite("redirects")
struct RedirectTests {
  @Test(
    "targets are resolved",
    arguments: [
      ("https://h2/x?y", "https://h2/x?y"), ("/z", "http://h:1/z"), ("z?b", "http://h:1/a/z?b"),
      ("../z", "http://h:1/z"), ("?b", "http://h:1/a/d?b"), ("//h3/x", "http://h3/x"),
    ]
  )
  func resolved(_ location: String, _ expected: String) throws {
    let address = try HTTPAddress("http://h:1/a/d?x")
    #expect(try Redirect.resolve(location, from: address).text == expected)
  }

  @Test(
    "targets that must not be contacted, or are none, are refused",
    arguments: [
      ("https://secure.nielsen.com/x", CollectorURLError.Code.productionHost),
      ("//IMRWORLDWIDE.com./", .productionHost), ("http://a@nielsen.com/", .productionHost),
      ("\\\\nielsen.com", .malformed), ("file:///etc/passwd", .malformed), ("http://", .malformed),
      ("javascript:x", .malformed), ("http://u:p@h/", .malformed), ("/ä", .malformed),
    ]
  )
  func refused(_ location: String, _ code: CollectorURLError.Code) throws {
    let address = try HTTPAddress("http://h:1/a/d?x")
    #expect { _ = try Redirect.resolve(location, from: address) } throws: { error in
      (error as? CollectorURLError)?.code == code
    }
  }
}
