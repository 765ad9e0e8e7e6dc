import TestServer
import Testing

@testable import HTTP

@Suite struct RedirectTests {
  @Test(
    "redirects are followed, and the last URL is reported",
    arguments: [301, 302, 303, 307, 308]
  )
  func followed(status: Int) async throws {
    let server = try TestServer { request in
      switch request.path {
      case "/a": .redirect(to: "p/b?x=1", status: status)
      case "/p/b": .redirect(to: "c")
      default: .bytes([1, 2])
      }
    }
    let url = server.url("/a")
    let fetched = await HTTPLoader(topLevelURL: url).fetch(url)
    #expect(fetched.bytes == [1, 2])
    #expect(fetched.response?.url == server.url("/p/c"))
    #expect(server.connectionCount == 1)
  }

  @Test("five redirects are followed, and six are too many", arguments: [5, 6])
  func limit(count: Int) async throws {
    let server = try TestServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number < count ? .redirect(to: "/\(number + 1)") : .bytes([1])
    }
    let url = server.url("/0")
    let fetched = await HTTPLoader(topLevelURL: url).fetch(url)
    #expect(fetched.error?.code == (count == 5 ? nil : .tooManyRedirects))
  }

  @Test(
    "a redirect without a usable address, or to an unsupported scheme, ends the fetch",
    arguments: [
      (nil, ResourceError.Code.status), ("file:///etc/passwd", .unsupported),
      ("http://", .unsupported),
    ] as [(String?, ResourceError.Code)]
  )
  func senseless(location: String?, code: ResourceError.Code) async throws {
    let server = try TestServer { _ in
      location.map { .redirect(to: $0) } ?? .status(302)
    }
    let url = server.url("/a")
    let fetched = await HTTPLoader(topLevelURL: url).fetch(url)
    #expect(fetched.error?.code == code)
    #expect(server.requests.count == 1)
  }

  @Test("a fetch does not wait for the large body of a redirect")
  func largeBody() async throws {
    let server = try TestServer { request in
      request.path == "/a"
        ? .redirect(to: "/b").with {
          $0.body = [UInt8](repeating: 0, count: 10 << 20)
        } : .bytes([1])
    }
    let url = server.url("/a")
    #expect(await HTTPLoader(topLevelURL: url).fetch(url).bytes == [1])
  }

  @Test(
    "possibly secret fields are sent only to the top-level host, and harmless fields to all"
  )
  func secrets() async throws {
    let other = try TestServer(host: "127.0.0.1") { _ in .bytes([1]) }
    let server = try TestServer { request in
      request.path == "/a" ? .redirect(to: other.url("/b", host: "localhost")) : .bytes([2])
    }
    var options = HTTPOptions()
    options.headers = [
      "X-Token: secret", "Referer: http://r/", "Authorization: Bearer x", "Cookie: a=1",
    ]
    .compactMap(HeaderField.init)
    options.userAgent = "test/1"
    let url = server.url("/a")
    let loader = HTTPLoader(topLevelURL: url, options: options)
    #expect(await loader.fetch(url).bytes == [1])
    let first = try #require(server.requests.first)
    #expect(first["x-token"] == "secret")
    #expect(first["authorization"] == "Bearer x")
    #expect(first["cookie"] == "a=1")
    #expect(first["user-agent"] == "test/1")
    let second = try #require(other.requests.first)
    #expect(second["x-token"] == nil)
    #expect(second["authorization"] == nil)
    #expect(second["cookie"] == nil)
    #expect(second["referer"] == "http://r/")
    #expect(second["user-agent"] == "test/1")
  }

  @Test(
    "the top-level URL's user and password are sent to its host, and do not appear in errors"
  )
  func credentials() async throws {
    let server = try TestServer { request in
      request["authorization"] == "Basic dTpw" ? .status(404) : .status(401)
    }
    let url = server.url("/a").replacing("http://", with: "http://u:p@")
    let loader = HTTPLoader(topLevelURL: url)
    for asked in [url, server.url("/b")] {
      let error = await loader.fetch(asked).error
      #expect(error?.code == .notFound)
      #expect(error?.description.contains("u:p") == false)
    }
  }

  @Test("a cookie that a redirect sets is sent with later requests")
  func cookies() async throws {
    let server = try TestServer { request in
      switch request.path {
      case "/a": .redirect(to: "/b").with { $0.headers.append(("Set-Cookie", "s=1; Path=/")) }
      default: .text(request["cookie"] ?? "none")
      }
    }
    let url = server.url("/a")
    let loader = HTTPLoader(topLevelURL: url)
    #expect(await loader.fetch(url).bytes == Array("s=1".utf8))
    #expect(await loader.fetch(server.url("/c")).bytes == Array("s=1".utf8))
  }
}
