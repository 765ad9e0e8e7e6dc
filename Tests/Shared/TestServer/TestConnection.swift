import Foundation

/// Answers the requests of one connection, one after another, on a separate thread.
struct TestConnection: Sendable {
  let socket: Socket
  let number: Int
  let log: RequestLog
  let routes: @Sendable (TestRequest, Int) -> TestResponse

  func start() {
    Thread.detachNewThread { [self] in
      serve()
      log.removeConnection(number)
      socket.close()
    }
  }

  private func serve() {
    var reader = RequestReader(socket)
    while let (request, isHTTP10) = reader.next(connection: number) {
      let logged = log.add(request)
      let answer = TestAnswer(
        routes(logged.request, logged.number),
        to: logged.request,
        isHTTP10: isHTTP10
      )
      guard answer.send(on: socket) else { return }
    }
  }
}

/// Reads requests from the bytes of a connection.
private struct RequestReader {
  private let socket: Socket
  private var buffer: [UInt8] = []

  init(_ socket: Socket) { self.socket = socket }

  /// The next request, and whether it uses HTTP/1.0; nil at the end, or if it is not HTTP.
  mutating func next(connection: Int) -> (TestRequest, isHTTP10: Bool)? {
    let end = Array("\r\n\r\n".utf8)
    var searched = 0
    var found = buffer.firstRange(of: end)
    while found == nil {
      guard buffer.count < 1 << 20 else { return nil }
      searched = max(0, buffer.count - 3)
      guard let more = socket.receive() else { return nil }
      buffer += more
      guard let first = buffer.first, Self.letters.contains(first) else {
        // The bytes are not HTTP, for example a TLS handshake, whose sender waits for a response.
        _ = socket.send(Array("HTTP/1.1 400 \r\nConnection: close\r\n\r\n".utf8))
        return nil
      }
      found = buffer[searched...].firstRange(of: end)
    }
    guard let head = found?.lowerBound else { return nil }
    let lines = String(decoding: buffer[..<head], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    buffer.removeFirst(head + 4)
    let start = lines[0].split(separator: " ")
    guard start.count == 3, start[2].hasPrefix("HTTP/1.") else { return nil }
    var request = TestRequest(
      method: String(start[0]),
      target: String(start[1]),
      headers: lines.dropFirst().compactMap(Self.field),
      index: 0,
      connection: connection,
      isHTTP2: false
    )
    if let mark = request.headers.firstIndex(where: { $0.name == TLSProxy.mark }) {
      request.isHTTP2 = request.headers.remove(at: mark).value.hasPrefix("HTTP/2")
    }
    // No client of these tests sends chunks.
    guard request["transfer-encoding"] == nil else { return nil }
    let size = request["content-length"].flatMap(Int.init) ?? 0
    while buffer.count < size {
      guard let more = socket.receive() else { return nil }
      buffer += more
    }
    request.body = Array(buffer.prefix(size))
    buffer.removeFirst(size)
    return (request, start[2] == "HTTP/1.0")
  }

  private static let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")

  private static func field(_ line: Substring) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    return (String(line[..<colon]), String(value))
  }
}
