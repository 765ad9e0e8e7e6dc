import TestServer
import TestSupport
import Testing

@testable import HTTP

@Suite struct SurplusTests {
  @Test(
    "surplus bytes after a response close its connection, and are never read as the next response",
    arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nforeign", "rest of a body", "\r\n"]
  )
  func pushed(surplus: String) async throws {
    let server = try TestServer { .text($0.path) }
    let client = HTTPClient()
    let loader = HTTPLoader(topLevelURL: server.url("/"))
    for path in ["/a", "/b"] {
      #expect(try await client.send(HTTPRequest(url: server.url(path))).body == Array(path.utf8))
      server.push(Array(surplus.utf8))
    }
    for path in ["/c", "/d"] {
      #expect(await loader.fetch(server.url(path)).holds(Array(path.utf8)))
      server.push(Array(surplus.utf8))
    }
    #expect(server.connectionCount == 4)
    #expect(server.requests.map(\.path) == ["/a", "/b", "/c", "/d"])
  }
}
