import Foundation
import HTTP
import HTTPServer
import Logging
import StreamMaker
import Testing

@Suite struct StreamServerTests {
  private static let large = String(repeating: "0123456789abcdef", count: 100_000)
  private let folder: TemporaryFolder
  private let server: StreamServer
  private let address: ListeningAddress

  init() async throws {
    folder = try TemporaryFolder(["a.m3u8": "list", "v/0.ts": Self.large, "empty.ts": ""])
    server = try StreamServer(
      folder: folder.served,
      address: ListeningAddress(port: 0),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    address = try await server.start()
  }

  /// Returns the head and body of the response to a request. Waits on a separate thread, because the server needs the
  /// threads of tasks.
  private func ask(
    _ path: String,
    method: String = "GET",
    headers: [String] = [],
    at other: ListeningAddress? = nil
  ) async throws -> (head: [String], body: String) {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try wait(for: path, method: method, headers: headers, at: other ?? address)
          }
        )
      }
    }
  }

  private func wait(
    for path: String,
    method: String,
    headers: [String],
    at address: ListeningAddress
  ) throws -> (head: [String], body: String) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(socket >= 0)
    defer { close(socket) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(address.port).bigEndian
    place.sin_addr.s_addr = inet_addr(address.host)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    try #require(result == 0)
    let lines = ["\(method) \(path) HTTP/1.1", "Host: \(address)", "Connection: close"] + headers
    let request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    #expect(send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    let text = String(decoding: answer, as: UTF8.self)
    let end = try #require(text.range(of: "\r\n\r\n"))
    let head = text[..<end.lowerBound].components(separatedBy: "\r\n")
    return (head, String(text[end.upperBound...]))
  }

  @Test("whole files are sent with content type and length")
  func files() async throws {
    let list = try await ask("/a.m3u8?x=1")
    #expect(list.head.first == "HTTP/1.1 200 OK")
    #expect(list.head.contains("Content-Type: application/vnd.apple.mpegurl"))
    #expect(list.head.contains("Content-Length: 4"))
    #expect(list.head.contains("Cache-Control: no-cache"))
    #expect(list.body == "list")
    let segment = try await ask("/v/0.ts")
    #expect(segment.head.contains("Content-Type: video/mp2t"))
    #expect(segment.head.contains("Accept-Ranges: bytes"))
    let isSame = segment.body == Self.large
    #expect(isSame)
    #expect(try await ask("/empty.ts").head.contains("Content-Length: 0"))
  }

  @Test("a byte range is sent as requested, and a range after the end gets 416")
  func ranges() async throws {
    let part = try await ask("/v/0.ts", headers: ["Range: bytes=10-25"])
    #expect(part.head.first == "HTTP/1.1 206 Partial Content")
    #expect(part.head.contains("Content-Range: bytes 10-25/1600000"))
    #expect(part.head.contains("Content-Length: 16"))
    #expect(part.body == "abcdef0123456789")
    let none = try await ask("/v/0.ts", headers: ["Range: bytes=1600000-"])
    #expect(none.head.first == "HTTP/1.1 416 Range Not Satisfiable")
    #expect(none.head.contains("Content-Range: bytes */1600000"))
  }

  @Test("HEAD is answered with the header of GET and without a body")
  func head() async throws {
    let answer = try await ask("/v/0.ts", method: "HEAD")
    #expect(answer.head.first == "HTTP/1.1 200 OK")
    #expect(answer.head.contains("Content-Length: 1600000"))
    #expect(answer.body == "")
  }

  @Test("a path without a file in the folder gets 404, and methods other than GET and HEAD get 405")
  func refusals() async throws {
    for path in ["/none", "/../a.m3u8", "/%2e%2e/%2e%2e/etc/passwd", "/v", "/"] {
      #expect(try await ask(path).head.first == "HTTP/1.1 404 Not Found")
    }
    let answer = try await ask("/a.m3u8", method: "DELETE")
    #expect(answer.head.first == "HTTP/1.1 405 Method Not Allowed")
    #expect(answer.head.contains("Allow: GET, HEAD"))
  }

  @Test("a server that refuses delivery directives answers other requests")
  func refusedDirectives() async throws {
    let refusing = try StreamServer(
      folder: folder.served,
      address: ListeningAddress(port: 0),
      holdsRequests: true,
      refusesDirectives: true,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    let address = try await refusing.start()
    let path = "/a.m3u8?_HLS_msn=3&_HLS_part=1"
    #expect(try await ask(path, at: address).head.first == "HTTP/1.1 400 Bad Request")
    #expect(try await ask("/a.m3u8?token=1", at: address).body == "list")
    await refusing.stop()
    #expect(try await ask(path).body == "list")
  }

  @Test("an address in use is reported, and is free after the server has stopped")
  func stop() async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let other = try StreamServer(folder: folder.served, address: address, logger: logger)
    let error = await #expect(throws: StreamServerError.self) { try await other.start() }
    #expect(error?.code == .address)
    #expect(error?.description.contains("is in use") == true)
    await other.stop()
    await server.stop()
    await server.stop()
    let third = try StreamServer(folder: folder.served, address: address, logger: logger)
    #expect(try await third.start() == address)
    await third.stop()
  }

  @Test("a missing folder is reported")
  func missingFolder() {
    let error = #expect(throws: StreamServerError.self) {
      try StreamServer(
        folder: "\(folder.path)/none",
        address: address,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      )
    }
    #expect(error?.code == .folder)
  }
}
