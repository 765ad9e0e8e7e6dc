import TestServer
import Testing

@testable import HTTP

/// Servers to which no connection can be made.
@Suite struct UnreachableTests {
  @Test("a stopped server is reported as unreachable")
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

  @Test("a host that does not exist is reported as unreachable")
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
