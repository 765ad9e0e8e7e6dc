/// Sends one response with the faults that it declares.
struct TestAnswer {
  private let response: TestResponse
  private let isHTTP10: Bool
  private let keepsAlive: Bool
  /// Whether the status code allows a body. The response to HEAD omits the body.
  private let hasBody: Bool
  private let isHead: Bool
  private let isChunked: Bool
  private let body: [UInt8]
  private let isGzip: Bool

  init(_ response: TestResponse, to request: TestRequest, isHTTP10: Bool) {
    self.response = response
    self.isHTTP10 = isHTTP10 || response.framing == .close
    let asked = (request["connection"] ?? "").lowercased()
    keepsAlive = !self.isHTTP10 && asked != "close"
    isHead = request.method == "HEAD"
    hasBody = response.status >= 200 && ![204, 304].contains(response.status)
    let isAccepted = request["accept-encoding"]?.contains("gzip") == true
    isGzip = hasBody && response.isCompressed && isAccepted
    body = isGzip ? Gzip.compress(response.body) : response.body
    isChunked =
      hasBody && !self.isHTTP10 && (response.framing == .chunked || response.isCompressed)
  }

  /// Sends the response. Returns whether another request may follow on the connection.
  func send(on socket: Socket) -> Bool {
    guard !response.hangsUp else { return false }
    guard !response.isSilent else { return socket.waitForEnd() }
    guard response.delay == .zero || socket.waitForEnd(atMost: response.delay) else { return false }
    if let raw = response.raw { return socket.send(raw) && false }
    guard sendParts(on: socket) else { return false }
    switch response.stop?.how {
    case nil: return keepsAlive
    case .stall: return socket.waitForEnd()
    case .reset: socket.reset()
    case .close: break
    }
    return false
  }

  private var head: [UInt8] {
    var lines = ["HTTP/1.\(isHTTP10 ? 0 : 1) \(response.status) "]
    let own = ["content-length", "connection", "transfer-encoding"]
    for header in response.headers {
      let isOurs = own.contains(header.name.lowercased())
      if !isOurs || header.name.lowercased() == "connection" && keepsAlive {
        lines.append("\(header.name): \(header.value)")
      }
    }
    if isGzip { lines.append("Content-Encoding: gzip") }
    if isChunked {
      lines.append("Transfer-Encoding: chunked")
    } else if hasBody, response.framing == .length, !response.isCompressed {
      lines.append("Content-Length: \(body.count)")
    }
    if !keepsAlive { lines.append("Connection: close") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private func sendParts(on socket: Socket) -> Bool {
    guard hasBody, !isHead else { return socket.send(head) }
    let end = min(body.count, response.stop?.after ?? .max)
    let pieceSize = max(1, response.pieceSize ?? end)
    guard socket.send(head) else { return false }
    for start in stride(from: 0, to: end, by: pieceSize) {
      if start > 0, response.pieceDelay > .zero {
        guard socket.waitForEnd(atMost: response.pieceDelay) else { return false }
      }
      let piece = body[start..<min(end, start + pieceSize)]
      guard isChunked else {
        guard socket.send(piece) else { return false }
        continue
      }
      let size = Array((String(piece.count, radix: 16) + "\r\n").utf8)
      guard socket.send(size + piece + [13, 10]) else { return false }
    }
    guard isChunked, response.stop == nil else { return true }
    return socket.send(Array("0\r\n\r\n".utf8))
  }
}
