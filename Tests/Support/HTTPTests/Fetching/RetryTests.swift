import Synchronization
import TestServer
import Testing

@testable import HTTP

@Suite struct RetryTests {
  private let bytes = sampleBytes(1_000_000)

  private func loader(
    _ server: TestServer,
    _ waits: @escaping @Sendable (Duration) -> Void = { _ in },
    change: (inout HTTPOptions) -> Void = { _ in }
  ) -> HTTPLoader {
    var options = HTTPOptions()
    change(&options)
    return HTTPLoader(
      topLevelURL: server.url("/"),
      options: options,
      environment: .impatient(waits)
    )
  }

  @Test(
    "a request is retried after a response with a temporary failure",
    arguments: [500, 502, 503, 504, 429, 408]
  )
  func trouble(status: Int) async throws {
    let server = try TestServer { [bytes] request in
      request.index < 3 ? .status(status) : .bytes(bytes)
    }
    let fetched = await loader(server).fetch(server.url("/a"))
    #expect(fetched.holds(bytes))
    #expect(server.count(of: "/a") == 4)
  }

  @Test(
    "a request with isTriedOnce is not repeated after an error status",
    arguments: [503, 404, 204, 304, 410, 425]
  )
  func once(status: Int) async throws {
    let server = try TestServer { _ in .status(status) }
    var request = ResourceRequest(url: server.url("/a"), purpose: .playlist, maximumSize: 1 << 20)
    request.isTriedOnce = true
    request.retryTime = .seconds(30)
    #expect(await loader(server).open(request).fetched().error?.status == status)
    #expect(server.count(of: "/a") == 1)
  }

  @Test(
    "a request with isAskedAgain is retried only if the server sends Retry-After"
  )
  func askedAgain() async throws {
    let server = try TestServer { request in
      switch request.path {
      case "/later" where request.index == 0: .status(503, headers: [("Retry-After", "1")])
      case "/later": .bytes([1])
      default: .status(503)
      }
    }
    let waits = Mutex<[Duration]>([])
    let loader = loader(server) { wait in waits.withLock { $0.append(wait) } }
    let open = { (url: String) async -> Fetched in
      var request = ResourceRequest(url: url, purpose: .playlist, maximumSize: 1 << 20)
      request.isAskedAgain = true
      return await loader.open(request).fetched()
    }
    #expect(await open(server.url("/a")).error?.status == 503)
    #expect(server.count(of: "/a") == 1)
    #expect(waits.withLock { $0 } == [])
    #expect(await open(server.url("/later")).holds([1]))
    #expect(waits.withLock { $0 } == [.seconds(1)])
    server.stop()
    #expect(await open(server.url("/a")).error?.code == .unreachable)
    #expect(waits.withLock { $0.count } == 1)
  }

  @Test(
    "fixed waits have the configured length, whether or not the server requests a wait",
    arguments: [false, true]
  )
  func fixed(asksToWait: Bool) async throws {
    let server = try TestServer { _ in
      .status(503, headers: asksToWait ? [("Retry-After", "30")] : [])
    }
    let waits = Mutex<[Duration]>([])
    let loader = loader(server) { wait in
      waits.withLock { $0.append(wait) }
    } change: { options in
      options.retries.maximumCount = 5
      options.retries.spacing = .fixed
      options.retries.firstDelay = .seconds(2)
    }
    #expect(await loader.fetch(server.url("/a")).error?.code == .status)
    #expect(waits.withLock { $0 } == Array(repeating: .seconds(2), count: 5))
    #expect(server.count(of: "/a") == 6)
  }

  @Test(
    "a request with a retry time is repeated with growing waits until the resource exists",
    arguments: [404, 503]
  )
  func late(status: Int) async throws {
    let server = try TestServer { [bytes] request in
      request.index < 6 ? .status(status) : .bytes(bytes)
    }
    let waits = Mutex<[Duration]>([])
    let loader = loader(server) { wait in waits.withLock { $0.append(wait) } }
    var request = ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
    request.retryTime = .seconds(30)
    #expect(await loader.open(request).fetched().holds(bytes))
    #expect(server.count(of: "/a") == 7)
    let all = waits.withLock { $0 }
    #expect(all == all.sorted())
    #expect(all.count == 6)
    #expect(try #require(all.last) >= .seconds(4))
  }

  @Test(
    "a request for a resource that never appears is repeated until its retry time is over",
    arguments: [404, 503]
  )
  func neverThere(status: Int) async throws {
    let server = try TestServer { _ in .status(status) }
    let waits = Mutex<[Duration]>([])
    let loader = loader(server) { wait in waits.withLock { $0.append(wait) } }
    var request = ResourceRequest(url: server.url("/a"), purpose: .segment, maximumSize: .max)
    request.retryTime = .seconds(20)
    #expect(await loader.open(request).fetched().error?.reason.contains("\(status)") == true)
    let all = waits.withLock { $0 }.reduce(.zero, +)
    #expect(all <= .seconds(20))
    #expect(all > .seconds(19))
    #expect(server.count(of: "/a") < 10)
  }

  @Test("Retry-After: 0 does not shorten the wait before a retry", arguments: ["0"])
  func noWait(asked: String) async throws {
    let server = try TestServer { _ in .status(503, headers: [("Retry-After", asked)]) }
    let waits = Mutex<[Duration]>([])
    let loader = loader(server) { wait in waits.withLock { $0.append(wait) } }
    #expect(await loader.fetch(server.url("/a")).error?.code == .status)
    #expect(waits.withLock { $0.allSatisfy { $0 > .milliseconds(200) } })
  }

  @Test("a request to a server that keeps failing is tried four times")
  func givenUp() async throws {
    let server = try TestServer { _ in .status(503) }
    let error = await loader(server).fetch(server.url("/a")).error
    #expect(error?.code == .status)
    #expect(error?.reason.contains("503") == true)
    #expect(error?.reason.contains("127.0.0.1") == true)
    #expect(server.count(of: "/a") == 4)
  }

  @Test(
    "a permanent failure is not retried",
    arguments: [
      (404, ResourceError.Code.notFound), (410, .notFound), (401, .refused), (403, .refused),
      (400, .status), (204, .status), (300, .status),
    ]
  )
  func lasting(status: Int, code: ResourceError.Code) async throws {
    let server = try TestServer { _ in .status(status) }
    let error = await loader(server).fetch(server.url("/a")).error
    #expect(error?.code == code)
    #expect(error?.reason.contains("\(status)") == true)
    #expect(error?.url == server.url("/a"))
    #expect(server.count(of: "/a") == 1)
  }

  @Test("the wait in Retry-After is used, whether it is given in seconds or as a date")
  func retryAfter() async throws {
    let server = try TestServer { request in
      switch request.index {
      case 0: .status(429, headers: [("Retry-After", "7")])
      case 1: .status(503, headers: [("Retry-After", "Sun, 09 Sep 2001 01:46:49 GMT")])
      case 2: .status(503)
      default: .bytes([1])
      }
    }
    let waits = Mutex<[Duration]>([])
    let fetched = await loader(server) { wait in waits.withLock { $0.append(wait) } }
      .fetch(server.url("/a"))
    #expect(fetched.bytes == [1])
    #expect(waits.withLock { $0 } == [.seconds(7), .seconds(9), .milliseconds(1500)])
  }

  @Test("a request is retried if its connection breaks before the response")
  func brokenHead() async throws {
    let server = try TestServer { [bytes] request in
      .bytes(bytes).with { if request.index < 2 { $0.stop = (0, .reset) } }
    }
    #expect(await loader(server).fetch(server.url("/a")).holds(bytes))
    #expect(server.count(of: "/a") == 3)
  }

  @Test(
    "a body that breaks off is resumed at the position of the break",
    arguments: [TestResponse.Stop.close, .reset],
    [nil, 100..<900_000 as Range<Int64>?]
  )
  func resumed(stop: TestResponse.Stop, range: Range<Int64>?) async throws {
    let server = try TestServer { [bytes] request in
      .file(bytes, for: request).with { if request.index < 3 { $0.stop = (200_000, stop) } }
    }
    let fetched = await loader(server).fetch(server.url("/a"), range: range)
    #expect(fetched.error == nil)
    #expect(
      fetched.holds(range.map { bytes[Int($0.lowerBound)..<Int($0.upperBound)] } ?? bytes[...])
    )
    let ranges = server.requests.map { $0["range"] ?? "" }
    #expect(ranges.count == 4)
    #expect(Set(ranges).count == 4)
    #expect(server.requests.last?["if-range"] == "\"1\"")
  }

  @Test(
    "if a server sends the whole body again, the bytes before the break are skipped"
  )
  func wholeAgain() async throws {
    let server = try TestServer { [bytes] request in
      TestResponse(headers: [("ETag", "\"x\"")], body: bytes).with {
        if request.index == 0 { $0.stop = (300_000, .close) }
      }
    }
    #expect(await loader(server).fetch(server.url("/a")).holds(bytes))
  }

  @Test("a body that has changed is not joined to the earlier bytes")
  func changed() async throws {
    let server = try TestServer { [bytes] request in
      .file(bytes, for: request, tag: "\"\(request.index)\"").with {
        $0.pieceSize = 100_000
        $0.pieceDelay = .milliseconds(1)
        if request.index == 0 { $0.stop = (600_000, .close) }
      }
    }
    // With a small buffer, the consumer has received bytes when the connection breaks.
    let fetched = await loader(server) { _ in
    } change: {
      $0.bufferSize = 1000
    }
    .fetch(server.url("/a"))
    #expect(fetched.error?.code == .incomplete)
    #expect(bytes.starts(with: fetched.bytes))
  }

  @Test("a body without a validator cannot be resumed after the consumer has received bytes")
  func unmarked() async throws {
    let server = try TestServer { [bytes] _ in .bytes(bytes).with { $0.stop = (600_000, .close) } }
    let fetched = await loader(server) { _ in
    } change: {
      $0.bufferSize = 1000
    }
    .fetch(server.url("/a"))
    #expect(fetched.error?.code == .incomplete)
    #expect(fetched.error?.reason.contains("of 1000000 bytes") == true)
    #expect(!fetched.bytes.isEmpty)
    #expect(bytes.starts(with: fetched.bytes))
  }

  @Test("a chunked body without the final chunk is incomplete")
  func brokenChunks() async throws {
    let server = try TestServer { [bytes] _ in
      .bytes(bytes).with {
        $0.framing = .chunked
        $0.stop = (600_000, .close)
      }
    }
    let fetched = await loader(server) { _ in
    } change: {
      $0.bufferSize = 1000
    }
    .fetch(server.url("/a"))
    #expect(fetched.error?.code == .incomplete)
  }

  @Test("the total of the waits that a server requests is limited")
  func longWishes() async throws {
    let server = try TestServer { _ in .status(429, headers: [("Retry-After", "20")]) }
    let waits = Mutex<[Duration]>([])
    let error = await loader(server) { wait in waits.withLock { $0.append(wait) } }
      .fetch(server.url("/a")).error
    #expect(error?.reason.contains("429") == true)
    #expect(waits.withLock { $0 } == [.seconds(20), .seconds(10)])
  }

  @Test("each wait is reported with its reason, and long waits even without --verbose")
  func notices() async throws {
    let server = try TestServer { request in
      switch request.index {
      case 0: .status(429, headers: [("Retry-After", "7")])
      case 1: .status(503, headers: [("Retry-After", "60")])
      default: .bytes([1])
      }
    }
    let notices = Mutex<[FetchNotice]>([])
    let fetched = await loader(server) { _ in
    } change: {
      $0.report = { notice in notices.withLock { $0.append(notice) } }
    }.fetch(server.url("/a"))
    #expect(fetched.bytes == [1])
    let place = "127.0.0.1:\(server.port)"
    let texts = [
      "\(place) answered 429 (too many requests): retrying in 7 s, as the server requests "
        + "(try 2 of 4)",
      "\(place) answered 503 (unavailable): retrying in 23 s, although the server requests 60 s "
        + "(try 3 of 4)",
    ]
    #expect(
      notices.withLock { $0 }
        == texts.map { FetchNotice(url: server.url("/a"), text: $0, isLong: true) }
    )
  }
}
