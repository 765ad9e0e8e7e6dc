import Glibc
import Synchronization
import TestServer
import TestSupport
import Testing

@testable import HTTP

@Suite struct HTTPClientTests {
  private func send(
    _ url: String,
    _ options: HTTPClient.Options = HTTPClient.Options(),
    change: (inout HTTPRequest) -> Void = { _ in }
  ) async throws(HTTPFailure) -> HTTPResponse {
    var request = HTTPRequest(url: url)
    change(&request)
    return try await HTTPClient(options).send(request)
  }

  private func failure(
    _ url: String,
    _ options: HTTPClient.Options = HTTPClient.Options(),
    change: (inout HTTPRequest) -> Void = { _ in }
  ) async -> HTTPFailure? {
    do {
      _ = try await send(url, options, change: change)
      return nil
    } catch {
      return error
    }
  }

  @Test("a redirect is returned as a response with its status, header fields and body")
  func answer() async throws {
    let server = try TestServer { request in
      request.path == "/a"
        ? TestResponse(status: 302, headers: [("Location", "/b"), ("X-Y", "z")], body: [1, 2])
        : .status(500)
    }
    let response = try await send(server.url("/a"))
    #expect(response.status == 302)
    #expect(response.headers["location"] == "/b")
    #expect(response.headers["x-y"] == "z")
    #expect(response.body == [1, 2])
    #expect(server.requests.count == 1)
    #expect(server.requests.first?["user-agent"] == "id3tap")
    #expect(server.requests.first?["accept"] == nil)
  }

  @Test(
    "a request fails if only a preliminary response (1xx) arrives",
    arguments: [
      "HTTP/1.1 101 Go\r\n\r\n", "HTTP/1.1 101 Go\r\n\r\nbytes", "HTTP/1.1 100 Go\r\n\r\n",
    ]
  )
  func preliminary(text: String) async throws {
    let server = try TestServer { _ in TestResponse().with { $0.raw = Array(text.utf8) } }
    #expect(await failure(server.url("/a")) != nil)
    #expect(server.requests.count == 1)
  }

  @Test("a request is not sent again if a reused connection closes without a response")
  func once() async throws {
    let server = try TestServer { request in
      request.path == "/first" ? .status(204) : TestResponse().with { $0.hangsUp = true }
    }
    let client = HTTPClient(HTTPClient.Options())
    var request = HTTPRequest(url: server.url("/first"))
    #expect(try await client.send(request).status == 204)
    request = HTTPRequest(url: server.url("/second"))
    request.method = "POST"
    request.body = [1]
    await #expect(throws: HTTPFailure.self) { try await client.send(request) }
    #expect(server.count(of: "/second") == 1)
    #expect(Set(server.requests.map(\.connection)).count == 1)
  }

  @Test(
    "method, header fields and body of a request arrive at the server",
    arguments: ["POST", "PUT"]
  )
  func sent(method: String) async throws {
    let server = try TestServer { _ in .status(204) }
    let response = try await send(server.url("/a?b")) {
      $0.method = method
      $0.headers = ["Content-Type": "application/json", "X-Empty": ""]
      $0.body = Array("{}".utf8)
    }
    #expect(response.status == 204 && response.body.isEmpty)
    let request = try #require(server.requests.first)
    #expect(request.method == method && request.target == "/a?b")
    #expect(request["content-type"] == "application/json")
    #expect(request["content-length"] == "2")
    #expect(request["x-empty"]?.isEmpty == true)
    #expect(request["expect"] == nil)
  }

  @Test("consecutive requests use one connection")
  func reuse() async throws {
    let server = try TestServer { _ in .bytes([1]) }
    let client = HTTPClient()
    for _ in 0..<5 { _ = try await client.send(HTTPRequest(url: server.url("/"))) }
    #expect(server.connectionCount == 1)
  }

  @Test(
    "HTTP/1.1 and HTTP/2 work over TLS, and an untrusted certificate is refused by default",
    .enabled(if: Tool.isThere("nginx"), "nginx is missing: 'make tools' installs it"),
    arguments: [TestServer.Speech.https1, .http2]
  )
  func encrypted(speech: TestServer.Speech) async throws {
    let server = try TestServer(speech) { .text($0.isHTTP2 ? "2" : "1") }
    #expect(await failure(server.url("/"))?.code == .certificate)
    var options = HTTPClient.Options()
    options.verifiesCertificates = false
    #expect(
      try await send(server.url("/"), options).body
        == Array((speech == .http2 ? "2" : "1").utf8)
    )
    options.offersHTTP2 = false
    #expect(try await send(server.url("/"), options).body == Array("1".utf8))
  }

  @Test(
    "a request fails if its URL is invalid or its scheme is unsupported",
    arguments: ["", "a", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://a b/"]
  )
  func url(text: String) async { #expect(await failure(text)?.code == .url) }

  @Test("a header field with a line break or with an invalid name is not sent")
  func fields() async throws {
    let server = try TestServer { _ in .status(200) }
    for (name, value) in [("A", "b\r\nC: d"), ("A: b\r\nC", "d"), ("", "a"), ("A B", "c")] {
      #expect(await failure(server.url("/")) { $0.headers = [name: value] }?.code == .url)
    }
    #expect(server.requests.isEmpty)
  }

  @Test("a refused connection and an unknown host give different errors")
  func connect() async throws {
    let server = try TestServer { _ in .status(200) }
    let url = server.url("/")
    server.stop()
    let refused = await failure(url)
    #expect(refused?.code == .connect)
    #expect(refused?.explanation == "connection refused")
    #expect(await failure("http://no-such-host.invalid/")?.code == .resolve)
  }

  @Test("truncated, non-HTTP, late and too large responses give different errors")
  func broken() async throws {
    let server = try TestServer { request in
      switch request.path {
      case "/closed": .bytes([1, 2, 3]).with { $0.stop = (1, .close) }
      case "/nothing": TestResponse().with { $0.hangsUp = true }
      case "/reset": .bytes([1, 2, 3]).with { $0.stop = (1, .reset) }
      case "/other": TestResponse().with { $0.raw = Array("SSH-2.0\r\n".utf8) }
      case "/silent": TestResponse().with { $0.isSilent = true }
      default: .bytes([UInt8](repeating: 0, count: 1000))
      }
    }
    let codes: [(String, HTTPFailure.Code)] = [
      ("/closed", .closed), ("/nothing", .closed), ("/reset", .broken), ("/other", .notHTTP),
      ("/silent", .timeout), ("/large", .tooLarge),
    ]
    for (path, code) in codes {
      let failure = await failure(server.url(path)) {
        $0.bodyLimit = 999
        if path == "/silent" { $0.timeout = .milliseconds(50) }
      }
      #expect(failure?.code == code, "\(path)")
      #expect(failure?.explanation.isEmpty == false)
    }
    #expect(try await send(server.url("/large")) { $0.bodyLimit = 1000 }.body.count == 1000)
  }

  @Test(
    "cancelling a task cancels its request, and closing the client cancels all requests",
    arguments: [true, false]
  )
  func cancelled(byTask: Bool) async throws {
    let server = try TestServer { _ in TestResponse().with { $0.isSilent = true } }
    let client = HTTPClient()
    let tasks = (0..<10).map { _ in
      Task { () async -> HTTPFailure.Code? in
        do throws(HTTPFailure) {
          var request = HTTPRequest(url: server.url("/"))
          request.timeout = .seconds(3600)
          _ = try await client.send(request)
          return nil
        } catch {
          return error.code
        }
      }
    }
    _ = await server.requests(5)
    if byTask { for task in tasks { task.cancel() } } else { client.close() }
    for task in tasks { #expect(await task.value == .cancelled) }
  }

  @Test("a proxy from the environment is used, and its failures are reported")
  func proxy() async throws {
    let proxy = try TestServer { request in
      .status(request.target.hasPrefix("wants.") ? 407 : 403)
    }
    var options = HTTPClient.Options()
    options.environment = ["http_proxy": proxy.url("")]
    #expect(await failure("http://a.example/", options)?.code == .proxy)
    #expect(await failure("http://wants.example/", options)?.code == .proxyAuthentication)
    #expect(proxy.requests.map(\.target) == ["a.example:80", "wants.example:80"])
    options.environment = ["http_proxy": "http://no-such-host.invalid:1"]
    #expect(await failure("http://a.example/", options)?.code == .resolveProxy)
    options.environment = ["http_proxy": "gopher://a"]
    #expect(await failure("http://a.example/", options)?.code == .proxy)
  }

  @Test("each of 200 simultaneous requests gets its response")
  func many() async throws {
    let server = try TestServer { request in .text(request.target) }
    let client = HTTPClient()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let response = try await client.send(HTTPRequest(url: server.url("/\(number)")))
          return response.body == Array("/\(number)".utf8)
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
