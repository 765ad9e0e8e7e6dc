import TestServer
import TestSupport
import Testing

@testable import HTTP

@Suite struct HTTPLoaderTests {
  @Test(
    "a body arrives completely, whether it ends by length, by chunks or by closing",
    arguments: [TestResponse.Framing.length, .chunked, .close]
  )
  func whole(framing: TestResponse.Framing) async throws {
    let bytes = sampleBytes(3_000_000)
    let server = try TestServer { _ in
      .bytes(bytes, type: "Video/MP2T; x=1").with { $0.framing = framing }
    }
    let url = server.url("/a.ts")
    let fetched = await HTTPLoader(topLevelURL: url).fetch(url)
    #expect(fetched.error == nil)
    #expect(fetched.holds(bytes))
    #expect(fetched.response?.url == url)
    #expect(fetched.response?.contentType == "video/mp2t")
    #expect(fetched.response?.size == (framing == .length ? 3_000_000 : nil))
  }

  @Test("a 101 response without a final status is an error, not an endless wait")
  func preliminary() async throws {
    let server = try TestServer { _ in
      TestResponse().with { $0.raw = Array("HTTP/1.1 101 Go\r\n\r\nbytes".utf8) }
    }
    let url = server.url("/a.ts")
    #expect(await HTTPLoader(topLevelURL: url).fetch(url).error != nil)
  }

  @Test("a response with several Content-Encoding fields is refused")
  func encodings() async throws {
    let server = try TestServer { _ in
      TestResponse(
        headers: [("Content-Encoding", "identity"), ("Content-Encoding", "gzip")],
        body: [1, 2, 3]
      )
    }
    let url = server.url("/a.ts")
    #expect(await HTTPLoader(topLevelURL: url).fetch(url).error != nil)
  }

  @Test(
    "an untrusted certificate is accepted only with the insecure option",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
    arguments: [TestServer.Speech.https1, .http2]
  )
  func insecure(speech: TestServer.Speech) async throws {
    let bytes = sampleBytes(500_000)
    let server = try TestServer(speech) { request in
      request.isHTTP2 == (speech == .http2) ? .bytes(bytes) : .status(500)
    }
    let url = server.url("/a.ts")
    let refused = await HTTPLoader(topLevelURL: url).fetch(url)
    #expect(refused.error?.code == .unreachable)
    #expect(refused.error?.description.contains("with insecure in --config") == true)
    var options = HTTPOptions()
    options.isInsecure = true
    let fetched = await HTTPLoader(topLevelURL: url, options: options).fetch(url)
    #expect(fetched.error == nil)
    #expect(fetched.holds(bytes))
  }

  @Test(
    "a byte range is requested, and is cut out of the body if the server ignores the range",
    arguments: [true, false]
  )
  func range(isHonoured: Bool) async throws {
    let bytes = sampleBytes(300_000)
    let server = try TestServer { request in
      isHonoured ? .file(bytes, for: request) : .bytes(bytes)
    }
    let url = server.url("/a")
    let loader = HTTPLoader(topLevelURL: url)
    let fetched = await loader.fetch(url, range: 100_000..<200_000)
    #expect(fetched.error == nil)
    #expect(fetched.holds(bytes[100_000..<200_000]))
    #expect(fetched.response?.size == 100_000)
    #expect(server.requests.first?["range"] == "bytes=100000-199999")
    #expect(await loader.fetch(url, range: 299_990..<Int64.max).bytes == Array(bytes.suffix(10)))
  }

  @Test("consecutive ranges use one connection, even if the server sends more than the range")
  func rangesReuse() async throws {
    let bytes = sampleBytes(100_000)
    let server = try TestServer { request in
      request.path == "/a" ? .file(bytes, for: request) : .bytes(bytes)
    }
    let loader = HTTPLoader(topLevelURL: server.url("/"))
    for start in stride(from: Int64(60_000), to: 100_000, by: 10_000) {
      for path in ["/a", "/b"] {
        let fetched = await loader.fetch(server.url(path), range: start..<start + 10_000)
        #expect(fetched.holds(bytes[Int(start)..<Int(start) + 10_000]))
      }
    }
    #expect(server.connectionCount == 1)
  }

  @Test("a byte range at the largest possible positions is fetched")
  func extremeRange() async throws {
    let end = Int64.max
    let server = try TestServer { _ in
      TestResponse(
        status: 206,
        headers: [("Content-Range", "bytes \(end - 3)-\(end - 2)/*")],
        body: [1, 2, 3, 4, 5, 6, 7, 8]
      )
    }
    let url = server.url("/a")
    let fetched = await HTTPLoader(topLevelURL: url).fetch(url, range: end - 3..<end)
    #expect(fetched.bytes == [1, 2])
  }

  @Test(
    "a range that ends after the resource is incomplete, and one that begins after it fails",
    arguments: [true, false]
  )
  func shortRange(isHonoured: Bool) async throws {
    let bytes = sampleBytes(1000)
    let server = try TestServer { request in
      isHonoured ? .file(bytes, for: request) : .bytes(bytes)
    }
    let url = server.url("/a")
    let short = await HTTPLoader(topLevelURL: url).fetch(url, range: 900..<1100)
    #expect(short.error?.code == .incomplete)
    #expect(short.bytes == Array(bytes.suffix(100)))
    let none = await HTTPLoader(topLevelURL: url).fetch(url, range: 2000..<2100)
    #expect(none.error?.code == .status)
  }

  @Test("a response with bytes other than those requested is refused")
  func wrongRange() async throws {
    let server = try TestServer { _ in
      TestResponse(
        status: 206,
        headers: [("Content-Range", "bytes 5-9/100")],
        body: [1, 2, 3, 4, 5]
      )
    }
    let url = server.url("/a")
    let loader = HTTPLoader(topLevelURL: url)
    #expect(await loader.fetch(url, range: 0..<5).error?.code == .status)
    #expect(await loader.fetch(url).error?.code == .status)
  }

  @Test(
    "a body above the maximum size is refused, with or without a declared length",
    arguments: [TestResponse.Framing.length, .chunked]
  )
  func tooLarge(framing: TestResponse.Framing) async throws {
    let body = TestResponse.bytes(sampleBytes(200_000)).with { $0.framing = framing }
    let server = try TestServer { _ in body }
    let url = server.url("/a")
    let fetched = await HTTPLoader(topLevelURL: url).fetch(url, maximumSize: 199_999)
    #expect(fetched.error?.code == .tooLarge)
    #expect(await HTTPLoader(topLevelURL: url).fetch(url, maximumSize: 200_000).error == nil)
  }

  @Test("compressed playlists are decompressed, and segments are not requested in compressed form")
  func compressed() async throws {
    let text = (0..<1000).map { "#EXTINF:6,\nsegment\($0).ts\n" }.joined()
    let server = try TestServer { _ in .text(text).with { $0.isCompressed = true } }
    let url = server.url("/a.m3u8")
    let loader = HTTPLoader(topLevelURL: url)
    let playlist = await loader.fetch(url, purpose: .playlist)
    #expect(playlist.bytes == Array(text.utf8))
    #expect(playlist.response?.size == nil)
    #expect(server.requests.first?["accept-encoding"] == "gzip, deflate")
    #expect(await loader.fetch(url).bytes == Array(text.utf8))
    #expect(server.requests.last?["accept-encoding"] == "identity")
  }

  /// With a small buffer, libcurl holds back decompressed bytes and delivers them when it continues.
  @Test("a compressed body that expands too much ends the fetch", arguments: [2 << 20, 256 << 10])
  func bomb(_ bufferSize: Int) async throws {
    let body = TestResponse.bytes([UInt8](repeating: 0, count: 20 << 20))
      .with { $0.isCompressed = true }
    let server = try TestServer { _ in body }
    let url = server.url("/a.m3u8")
    var options = HTTPOptions()
    options.bufferSize = bufferSize
    let fetched = await HTTPLoader(topLevelURL: url, options: options)
      .fetch(url, purpose: .playlist, maximumSize: 1 << 30)
    #expect(fetched.error?.code == .tooLarge)
  }

  @Test("an encoding that was not requested is refused")
  func encoding() async throws {
    let server = try TestServer { _ in
      TestResponse(headers: [("Content-Encoding", "br")], body: [1])
    }
    let url = server.url("/a")
    #expect(await HTTPLoader(topLevelURL: url).fetch(url).error?.code == .status)
  }

  @Test("16 resources are fetched at the same time, and later resources reuse the connections")
  func parallel() async throws {
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
        #expect(await resource.fetched().holds(bytes.dropFirst(number)))
      }
    }
    #expect(server.connectionCount <= 16)
  }

  @Test("a body much larger than the buffer arrives completely")
  func backPressure() async throws {
    let bytes = sampleBytes(8 << 20)
    let body = TestResponse.bytes(bytes).with { $0.pieceSize = 1 << 20 }
    let server = try TestServer { _ in body }
    let url = server.url("/a")
    var options = HTTPOptions()
    options.bufferSize = 256 << 10
    let resource = HTTPLoader(topLevelURL: url, options: options)
      .open(ResourceRequest(url: url, purpose: .segment, maximumSize: .max))
    _ = try await resource.response()
    #expect(await resource.fetched().holds(bytes))
  }

  @Test(
    "over HTTP/1.1 and HTTP/2, an unread resource does not delay others from its server",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
    arguments: [TestServer.Speech.https1, .http2]
  )
  func unread(speech: TestServer.Speech) async throws {
    let bytes = sampleBytes(4 << 20)
    let server = try TestServer(speech) { _ in .bytes(bytes) }
    var options = HTTPOptions()
    options.isInsecure = true
    options.bufferSize = 64 << 10
    // Only a server that waits for the unread resources forever would exceed this.
    options.idleTimeout = .seconds(300)
    let loader = HTTPLoader(topLevelURL: server.url("/"), options: options)
    var resources: [any Resource] = []
    for _ in 0..<4 {
      let request = ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
      let resource = loader.open(request)
      _ = try await resource.response()
      resources.append(resource)
    }
    for resource in resources.reversed() {
      let fetched = await resource.fetched()
      #expect(fetched.error == nil)
      #expect(fetched.holds(bytes))
    }
  }

  @Test("the reader of a cancelled resource gets the error cancelled")
  func cancelled() async throws {
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
      // It must not matter whether the cancellation comes before, while or after the reader waits.
      Task { resource.cancel() }
      #expect(await resource.fetched().error?.code == .cancelled)
    }
  }

  @Test(
    "a task that is cancelled while it reads gets the error cancelled, and so do later readers",
    arguments: [true, false]
  )
  func cancelledTask(isSilent: Bool) async throws {
    let bytes = sampleBytes(100_000)
    let server = try TestServer { _ in
      .bytes(bytes).with { if isSilent { $0.isSilent = true } else { $0.stop = (50_000, .stall) } }
    }
    let url = server.url("/a")
    let resource = HTTPLoader(topLevelURL: url)
      .open(ResourceRequest(url: url, purpose: .segment, maximumSize: .max))
    let reader = Task { await resource.fetched() }
    // The request was sent before the cancellation; it must not matter whether the reader is already waiting.
    _ = await server.requests(1)
    reader.cancel()
    #expect(await reader.value.error?.code == .cancelled)
    // Another task gets the same error without waiting.
    #expect(await resource.fetched().error?.code == .cancelled)
  }

  @Test("resources that are released without being read do not prevent a later fetch")
  func dropped() async throws {
    let body = TestResponse.bytes([UInt8](repeating: 1, count: 10 << 20))
    let server = try TestServer { _ in body }
    let loader = HTTPLoader(topLevelURL: server.url("/"))
    for _ in 0..<20 {
      let request = ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
      _ = try await loader.open(request).response()
    }
    #expect(await loader.fetch(server.url("/a")).bytes.count == 10 << 20)
  }

  @Test(
    "a response that is not HTTP is reported",
    arguments: [
      // The response of a TLS server to a request without TLS.
      [0x15, 3, 1, 0, 2, 2, 0x46], Array("SSH-2.0-OpenSSH_9.2\r\n".utf8),
    ] as [[UInt8]]
  )
  func notHTTP(answer: [UInt8]) async throws {
    let server = try TestServer { _ in .status(200).with { $0.raw = answer } }
    let url = server.url("/")
    let error = await HTTPLoader(topLevelURL: url).fetch(url).error
    #expect(error?.code == .status)
    #expect(error?.reason.contains("is not HTTP") == true)
    #expect(error?.remedy.isEmpty == false)
    #expect(server.requests.count == 1)
  }

  @Test("the response of a SHOUTcast server is read like HTTP")
  func shoutcast() async throws {
    let bytes = Array("0123456789".utf8)
    let head = "ICY 200 OK\r\nicy-name: A radio\r\ncontent-type: audio/aacp\r\n\r\n"
    let server = try TestServer { _ in .status(200).with { $0.raw = Array(head.utf8) + bytes } }
    let url = server.url("/")
    let loader = HTTPLoader(topLevelURL: url)
    let resource = loader.open(ResourceRequest(url: url, purpose: .stream, maximumSize: .max))
    #expect(try await resource.response().contentType == "audio/aacp")
    #expect(await loader.fetch(url).bytes == bytes)
  }

  @Test("a response head above the size limit is refused")
  func endlessHead() async throws {
    let line = "X-Filler: " + String(repeating: "x", count: 1000) + "\r\n"
    let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 300)
    let server = try TestServer { _ in TestResponse().with { $0.raw = Array(head.utf8) } }
    let url = server.url("/")
    #expect(await HTTPLoader(topLevelURL: url).fetch(url).error?.code == .tooLarge)
  }

  @Test("a damaged compressed body is reported")
  func damaged() async throws {
    let server = try TestServer { _ in
      TestResponse(headers: [("Content-Encoding", "gzip")], body: Array("no gzip at all".utf8))
    }
    let url = server.url("/a.m3u8")
    var options = HTTPOptions()
    options.retries.maximumCount = 0
    let loader = HTTPLoader(topLevelURL: url, options: options)
    let error = await loader.fetch(url, purpose: .playlist).error
    #expect(error?.reason.contains("damaged compressed bytes") == true)
  }
}
