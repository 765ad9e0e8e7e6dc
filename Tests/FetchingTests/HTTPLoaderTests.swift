import Dispatch
import Presentation
import TestServer
import TestSupport
import Testing

@testable import Fetching

@Suite(.ownThread) struct HTTPLoaderTests {
  @Test("a body arrives whole", arguments: [TestResponse.Framing.length, .chunked, .close])
  func whole(framing: TestResponse.Framing) throws {
    let bytes = sampleBytes(3_000_000)
    let server = try TestServer { _ in
      .bytes(bytes, type: "Video/MP2T; x=1").with { $0.framing = framing }
    }
    let url = server.url("/a.ts")
    let fetched = HTTPLoader(topLevelURL: url).fetch(url)
    #expect(fetched.error == nil)
    #expect(fetched.holds(bytes))
    #expect(fetched.response?.url == url)
    #expect(fetched.response?.contentType == "video/mp2t")
    #expect(fetched.response?.size == (framing == .length ? 3_000_000 : nil))
  }

  @Test("an answer without a final status is an error, not a wait for ever")
  func preliminary() throws {
    let server = try TestServer { _ in
      TestResponse().with { $0.raw = Array("HTTP/1.1 101 Go\r\n\r\nbytes".utf8) }
    }
    let url = server.url("/a.ts")
    #expect(HTTPLoader(topLevelURL: url).fetch(url).error != nil)
  }

  @Test("several encodings are refused: none of them was asked for")
  func encodings() throws {
    let server = try TestServer { _ in
      TestResponse(
        headers: [("Content-Encoding", "identity"), ("Content-Encoding", "gzip")],
        body: [1, 2, 3]
      )
    }
    let url = server.url("/a.ts")
    #expect(HTTPLoader(topLevelURL: url).fetch(url).error != nil)
  }

  @Test(
    "TLS with an unknown certificate needs insecure",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
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
    #expect(refused.error?.description.contains("with insecure in --config") == true)
    var options = HTTPOptions()
    options.isInsecure = true
    let fetched = HTTPLoader(topLevelURL: url, options: options).fetch(url)
    #expect(fetched.error == nil)
    #expect(fetched.holds(bytes))
  }

  @Test(
    "a byte range is asked for, and cut out when the server ignores it",
    arguments: [true, false]
  )
  func range(isHonoured: Bool) throws {
    let bytes = sampleBytes(300_000)
    let server = try TestServer { request in
      isHonoured ? .file(bytes, for: request) : .bytes(bytes)
    }
    let url = server.url("/a")
    let loader = HTTPLoader(topLevelURL: url)
    let fetched = loader.fetch(url, range: 100_000..<200_000)
    #expect(fetched.error == nil)
    #expect(fetched.holds(bytes[100_000..<200_000]))
    #expect(fetched.response?.size == 100_000)
    #expect(server.requests.first?["range"] == "bytes=100000-199999")
    #expect(loader.fetch(url, range: 299_990..<Int64.max).bytes == Array(bytes.suffix(10)))
  }

  @Test("ranges one after the other come over one connection, also where a little more is sent")
  func rangesReuse() throws {
    let bytes = sampleBytes(100_000)
    let server = try TestServer { request in
      request.path == "/a" ? .file(bytes, for: request) : .bytes(bytes)
    }
    let loader = HTTPLoader(topLevelURL: server.url("/"))
    for start in stride(from: Int64(60_000), to: 100_000, by: 10_000) {
      for path in ["/a", "/b"] {
        let fetched = loader.fetch(server.url(path), range: start..<start + 10_000)
        #expect(fetched.holds(bytes[Int(start)..<Int(start) + 10_000]))
      }
    }
    #expect(server.connectionCount == 1)
  }

  @Test("positions at the end of all numbers do no harm")
  func extremeRange() throws {
    let end = Int64.max
    let server = try TestServer { _ in
      TestResponse(
        status: 206,
        headers: [("Content-Range", "bytes \(end - 3)-\(end - 2)/*")],
        body: [1, 2, 3, 4, 5, 6, 7, 8]
      )
    }
    let url = server.url("/a")
    let fetched = HTTPLoader(topLevelURL: url).fetch(url, range: end - 3..<end)
    #expect(fetched.bytes == [1, 2])
  }

  @Test("a range beyond the end is not whole", arguments: [true, false])
  func shortRange(isHonoured: Bool) throws {
    let bytes = sampleBytes(1000)
    let server = try TestServer { request in
      isHonoured ? .file(bytes, for: request) : .bytes(bytes)
    }
    let url = server.url("/a")
    let short = HTTPLoader(topLevelURL: url).fetch(url, range: 900..<1100)
    #expect(short.error?.code == .incomplete)
    #expect(short.bytes == Array(bytes.suffix(100)))
    let none = HTTPLoader(topLevelURL: url).fetch(url, range: 2000..<2100)
    #expect(none.error?.code == .status)
  }

  @Test("other bytes than those asked for are refused")
  func wrongRange() throws {
    let server = try TestServer { _ in
      TestResponse(
        status: 206,
        headers: [("Content-Range", "bytes 5-9/100")],
        body: [1, 2, 3, 4, 5]
      )
    }
    let url = server.url("/a")
    let loader = HTTPLoader(topLevelURL: url)
    #expect(loader.fetch(url, range: 0..<5).error?.code == .status)
    #expect(loader.fetch(url).error?.code == .status)
  }

  @Test(
    "too many bytes are refused, announced or not",
    arguments: [TestResponse.Framing.length, .chunked]
  )
  func tooLarge(framing: TestResponse.Framing) throws {
    let body = TestResponse.bytes(sampleBytes(200_000)).with { $0.framing = framing }
    let server = try TestServer { _ in body }
    let url = server.url("/a")
    let fetched = HTTPLoader(topLevelURL: url).fetch(url, maximumSize: 199_999)
    #expect(fetched.error?.code == .tooLarge)
    #expect(HTTPLoader(topLevelURL: url).fetch(url, maximumSize: 200_000).error == nil)
  }

  @Test("compressed playlists are unpacked; segments are not asked for in compressed form")
  func compressed() throws {
    let text = (0..<1000).map { "#EXTINF:6,\nsegment\($0).ts\n" }.joined()
    let server = try TestServer { _ in .text(text).with { $0.isCompressed = true } }
    let url = server.url("/a.m3u8")
    let loader = HTTPLoader(topLevelURL: url)
    let playlist = loader.fetch(url, purpose: .playlist)
    #expect(playlist.bytes == Array(text.utf8))
    #expect(playlist.response?.size == nil)
    #expect(server.requests.first?["accept-encoding"] == "gzip, deflate")
    #expect(loader.fetch(url).bytes == Array(text.utf8))
    #expect(server.requests.last?["accept-encoding"] == "identity")
  }

  /// A small buffer holds libcurl up: it passes on what it has unpacked when it goes on.
  @Test("compressed bytes that grow beyond all measure end it", arguments: [2 << 20, 256 << 10])
  func bomb(_ bufferSize: Int) throws {
    let body = TestResponse.bytes([UInt8](repeating: 0, count: 20 << 20))
      .with { $0.isCompressed = true }
    let server = try TestServer { _ in body }
    let url = server.url("/a.m3u8")
    var options = HTTPOptions()
    options.bufferSize = bufferSize
    let fetched = HTTPLoader(topLevelURL: url, options: options)
      .fetch(url, purpose: .playlist, maximumSize: 1 << 30)
    #expect(fetched.error?.code == .tooLarge)
  }

  @Test("an encoding that nobody asked for is refused")
  func encoding() throws {
    let server = try TestServer { _ in
      TestResponse(headers: [("Content-Encoding", "br")], body: [1])
    }
    let url = server.url("/a")
    #expect(HTTPLoader(topLevelURL: url).fetch(url).error?.code == .status)
  }

  @Test("many resources come at the same time over kept connections, each in its order")
  func parallel() throws {
    let bytes = sampleBytes(400_000)
    let server = try TestServer { request in
      .bytes(Array(bytes.dropFirst(Int(request.path.dropFirst()) ?? 0)))
    }
    let loader = HTTPLoader(topLevelURL: server.url("/"))
    for _ in 0..<3 {
      let resources = (0..<16).map { number in
        loader.open(
          ResourceRequest(url: server.url("/\(number)"), purpose: .segment, maximumSize: 1 << 20)
        )
      }
      for (number, resource) in resources.enumerated() {
        #expect(resource.readAll().holds(bytes.dropFirst(number)))
      }
    }
    #expect(server.connectionCount <= 16)
  }

  @Test("a consumer that does not read holds up the sender")
  func backPressure() throws {
    let bytes = sampleBytes(8 << 20)
    let body = TestResponse.bytes(bytes).with { $0.pieceSize = 1 << 20 }
    let server = try TestServer { _ in body }
    let url = server.url("/a")
    var options = HTTPOptions()
    options.bufferSize = 256 << 10
    let resource = HTTPLoader(topLevelURL: url, options: options)
      .open(ResourceRequest(url: url, purpose: .segment, maximumSize: .max))
    _ = try resource.response()
    #expect(resource.readAll().holds(bytes))
  }

  @Test(
    "a resource that is not read holds up no other of its server, whatever they speak",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
    arguments: [TestServer.Speech.https1, .http2]
  )
  func unread(speech: TestServer.Speech) throws {
    let bytes = sampleBytes(4 << 20)
    let server = try TestServer(speech) { _ in .bytes(bytes) }
    var options = HTTPOptions()
    options.isInsecure = true
    options.bufferSize = 64 << 10
    let loader = HTTPLoader(topLevelURL: server.url("/"), options: options)
    let resources = try (0..<4).map { _ in
      let request = ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
      let resource = loader.open(request)
      _ = try resource.response()
      return resource
    }
    for resource in resources.reversed() { #expect(resource.readAll().holds(bytes)) }
  }

  @Test("cancelling ends a fetch at any time, and wakes its reader")
  func cancelled() throws {
    let bytes = sampleBytes(100_000)
    let server = try TestServer { request in
      .bytes(bytes).with {
        if request.path == "/silent" { $0.isSilent = true } else { $0.stop = (50_000, .stall) }
      }
    }
    let loader = HTTPLoader(topLevelURL: server.url("/"))
    for path in ["/silent", "/stalls"] {
      let resource = loader.open(
        ResourceRequest(url: server.url(path), purpose: .segment, maximumSize: .max)
      )
      DispatchQueue.global().async {
        // Whether it comes before, while or after the reader waits must not matter.
        resource.cancel()
      }
      #expect(resource.readAll().error?.code == .cancelled)
    }
  }

  @Test("a resource that nobody holds any more ends its fetch")
  func dropped() throws {
    let body = TestResponse.bytes([UInt8](repeating: 1, count: 10 << 20))
    let server = try TestServer { _ in body }
    let loader = HTTPLoader(topLevelURL: server.url("/"))
    for _ in 0..<20 {
      let request = ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
      _ = try loader.open(request).response()
    }
    #expect(loader.fetch(server.url("/a")).bytes.count == 10 << 20)
  }

  @Test(
    "an answer that is not HTTP is reported",
    arguments: [
      // The answer of a TLS server to a request without TLS.
      [0x15, 3, 1, 0, 2, 2, 0x46], Array("SSH-2.0-OpenSSH_9.2\r\n".utf8),
    ] as [[UInt8]]
  )
  func notHTTP(answer: [UInt8]) throws {
    let server = try TestServer { _ in .status(200).with { $0.raw = answer } }
    let url = server.url("/")
    let error = HTTPLoader(topLevelURL: url).fetch(url).error
    #expect(error?.code == .status)
    #expect(error?.reason.contains("is not HTTP") == true)
    #expect(error?.remedy.isEmpty == false)
    #expect(server.requests.count == 1)
  }

  @Test("the answer of a SHOUTcast server is read as one of HTTP")
  func shoutcast() throws {
    let bytes = Array("0123456789".utf8)
    let head = "ICY 200 OK\r\nicy-name: A radio\r\ncontent-type: audio/aacp\r\n\r\n"
    let server = try TestServer { _ in .status(200).with { $0.raw = Array(head.utf8) + bytes } }
    let url = server.url("/")
    let loader = HTTPLoader(topLevelURL: url)
    let resource = loader.open(ResourceRequest(url: url, purpose: .stream, maximumSize: .max))
    #expect(try resource.response().contentType == "audio/aacp")
    #expect(loader.fetch(url).bytes == bytes)
  }

  @Test("a head without end is not read for ever")
  func endlessHead() throws {
    let line = "X-Filler: " + String(repeating: "x", count: 1000) + "\r\n"
    let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 300)
    let server = try TestServer { _ in TestResponse().with { $0.raw = Array(head.utf8) } }
    let url = server.url("/")
    #expect(HTTPLoader(topLevelURL: url).fetch(url).error?.code == .tooLarge)
  }

  @Test("damaged compressed bytes are reported")
  func damaged() throws {
    let server = try TestServer { _ in
      TestResponse(headers: [("Content-Encoding", "gzip")], body: Array("no gzip at all".utf8))
    }
    let url = server.url("/a.m3u8")
    var options = HTTPOptions()
    options.retries.maximumCount = 0
    let error = HTTPLoader(topLevelURL: url, options: options).fetch(url, purpose: .playlist).error
    #expect(error?.reason.contains("damaged compressed bytes") == true)
  }
}
