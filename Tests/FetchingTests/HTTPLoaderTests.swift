import TestServer
import Testing
import TimedMetadata

@testable import Fetching

@Suite struct HTTPLoaderTests {
  @Test("a body arrives whole", arguments: [TestResponse.Framing.length, .chunked, .close])
  func whole(framing: TestResponse.Framing) throws {
    let bytes = sampleBytes(3_000_000)
    let server = try TestServer { _ in
      .bytes(bytes, type: "Video/MP2T; x=1").with { $0.framing = framing }
    }
    let url = server.url("/a.ts")
    let fetched = HTTPLoader(topLevelURL: url).fetch(url)
    #expect(fetched.error == nil)
    #expect(fetched.bytes == bytes)
    #expect(fetched.response?.url == url)
    #expect(fetched.response?.contentType == "video/mp2t")
    #expect(fetched.response?.size == (framing == .length ? 3_000_000 : nil))
  }

  @Test(
    "TLS with an unknown certificate needs --insecure",
    arguments: [TestServer.Speech.https1, .http2]
  )
  func insecure(speech: TestServer.Speech) throws {
    let bytes = sampleBytes(500_000)
    let server = try TestServer(speech) { request in
      request.isHTTP2 == (speech == .http2) ? .bytes(bytes) : .status(500)
    }
    let url = server.url("/a.ts")
    let refused = HTTPLoader(topLevelURL: url).fetch(url)
    #expect(refused.error?.code == .unreachable)
    #expect(refused.error?.description.contains("--insecure") == true)
    var options = HTTPOptions()
    options.isInsecure = true
    let fetched = HTTPLoader(topLevelURL: url, options: options).fetch(url)
    #expect(fetched.error == nil)
    #expect(fetched.bytes == bytes)
  }
}
