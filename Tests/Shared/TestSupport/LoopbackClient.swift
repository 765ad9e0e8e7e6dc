import Glibc

/// A connection to an HTTP server on 127.0.0.1 that sends exactly the given bytes. It blocks the calling thread, so it
/// must not be used on the threads of tasks.
public final class LoopbackClient {
  /// The response of a server.
  public struct Answer: Sendable, Equatable {
    public var status: Int
    /// The header fields by their names in lower case.
    public var headers: [String: String]
    public var body: [UInt8]

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// The error if there is no response, or a response that is not HTTP.
  public struct Failure: Error {
    public var what: String
    public var number = errno
  }

  /// The timeout of each wait, in seconds.
  private static let patience = 300

  private let socket: Int32
  private var received: [UInt8] = []
  private let host: String

  /// Connects to a port on 127.0.0.1.
  public init(port: Int) throws {
    host = "127.0.0.1:\(port)"
    let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    socket = descriptor
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(port).bigEndian
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor,
        SOL_SOCKET,
        option,
        &patience,
        socklen_t(MemoryLayout<timeval>.size)
      )
    }
    let result = withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard descriptor >= 0, result == 0 else { throw Failure(what: "cannot connect to \(host)") }
  }

  deinit { close(socket) }

  /// Sends a GET request, and waits for the response; nil if the server closes without one.
  public func ask(_ target: String, headers: [String] = []) throws -> Answer? {
    try ask("GET", target, headers: headers)
  }

  /// Sends a request with a body, and waits for the response; nil if the server closes without one.
  public func ask(
    _ method: String,
    _ target: String,
    headers: [String] = [],
    body: String = ""
  ) throws -> Answer? {
    try send(request(method, target, headers: headers, body: body))
    return try answer()
  }

  /// The text of a GET request.
  public func request(_ target: String, headers: [String] = []) -> String {
    request("GET", target, headers: headers)
  }

  /// The text of a request.
  public func request(
    _ method: String,
    _ target: String,
    headers: [String] = [],
    body: String = ""
  ) -> String {
    var lines = ["\(method) \(target) HTTP/1.1"]
    if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: \(host)") }
    lines += headers
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// Sends text as UTF-8.
  public func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          socket,
          $0.baseAddress?.advanced(by: sent),
          bytes.count - sent,
          Int32(MSG_NOSIGNAL)
        )
      }
      guard count > 0 else { throw Failure(what: "cannot send") }
      sent += count
    }
  }

  /// Waits for a response with its body; nil if the server closes without one.
  public func answer() throws -> Answer? {
    guard var answer = try head() else { return nil }
    if let length = answer.headers["content-length"].flatMap({ Int($0) }) {
      while received.count < length {
        guard try more() else { throw Failure(what: "the body is cut off") }
      }
      answer.body = Array(received[..<length])
      received.removeFirst(length)
    } else if answer.headers["transfer-encoding"] == "chunked" {
      while let chunk = try chunk() { answer.body += chunk }
    }
    return answer
  }

  /// Waits for the head of a response; nil if the server closes.
  public func head() throws -> Answer? {
    while true {
      let text = String(decoding: received, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let lines = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
        received.removeFirst(text[..<end.upperBound].utf8.count)
        return try Self.head(lines)
      }
      guard try more() else { return nil }
    }
  }

  private static func head(_ lines: [String]) throws -> Answer {
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, let status = Int(words[1]) else {
      throw Failure(what: "no HTTP: \(lines.first ?? "")")
    }
    var answer = Answer(status: status, headers: [:], body: [])
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      answer.headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    return answer
  }

  /// Waits for a chunk of a body (RFC 9112, 7.1); nil at its end.
  public func chunk() throws -> [UInt8]? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let digits = String(decoding: received[..<end], as: UTF8.self).prefix { $0.isHexDigit }
        guard let count = Int(digits, radix: 16) else { throw Failure(what: "no chunk") }
        if received.count >= end + 1 + count + 2 {
          let chunk = Array(received[(end + 1)...].prefix(count))
          received.removeFirst(end + 1 + count + 2)
          return count == 0 ? nil : chunk
        }
      }
      guard try more() else { return nil }
    }
  }

  /// All bytes until the server closes the connection.
  public func rest() throws -> [UInt8] {
    while try more() {}
    return received
  }

  /// Waits for more bytes, and returns whether the server has closed the connection instead.
  public func isClosed() throws -> Bool { try !more() }

  private func more() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(socket, &buffer, buffer.count, 0)
    // A server that closes a connection with unread bytes resets it.
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw Failure(what: "nothing came from \(host)") }
    received += buffer[..<count]
    return count > 0
  }
}

extension String {
  /// The range of a text, found by comparing bytes.
  fileprivate func range(of other: String) -> Range<String.Index>? {
    let (text, sought) = (Array(utf8), Array(other.utf8))
    guard text.count >= sought.count else { return nil }
    for start in 0...(text.count - sought.count) where text[start...].starts(with: sought) {
      let first = utf8.index(utf8.startIndex, offsetBy: start)
      return first..<utf8.index(first, offsetBy: sought.count)
    }
    return nil
  }
}
