import TestServer
import Testing

@testable import HTTP

/// Servers to which no connection is made.
@Suite struct UnreachableTests {
  @Test("a server that has stopped")
  func refused() async throws {
    let server = try TestServer { _ in .status(200) }
    let url = server.url("/a")
    server.stop()
    var options = HTTPOptions()
    options.retries.maximumCount = 1
    let loader = HTTPLoader(topLevelURL: url, options: options, environment: .impatient())
    let fetched = await loader.fetch(url)
    #expect(fetched.error?.code == .unreachable)
  }

  @Test("a host that does not exist")
  func unknownHost() async {
    var options = HTTPOptions()
    options.retries.maximumCount = 0
    let url = "http://no-such-host.invalid/a"
    let loader = HTTPLoader(topLevelURL: url, options: options, environment: .impatient())
    let fetched = await loader.fetch(url)
    #expect(fetched.error?.code == .unreachable)
    #expect(fetched.error?.reason.contains("no-such-host.invalid") == true)
  }
}
