import Formats
import TimedMetadata

/// Reads the requests in text, line by line: bare URLs, access logs, and other lines that contain URLs.
struct LineCapture {
  /// The maximum length of a line, in bytes. The rest of a longer line is dropped: common servers refuse URLs of this
  /// length.
  static let lineLimit = 1 << 20
  private static let lineEnd = ByteSet("\n".utf8)

  private let bytes: CaptureBytes

  init(_ bytes: CaptureBytes) { self.bytes = bytes }

  func read(_ hand: CaptureReader.Hand) throws(CaptureError) {
    while try bytes.peek() != nil {
      let number = bytes.line
      let line = try nextLine()
      for exchange in Self.exchanges(of: line, place: "line \(number)") {
        try hand(exchange)
      }
    }
  }

  private func nextLine() throws(CaptureError) -> [UInt8] {
    var line: [UInt8] = []
    try bytes.take(until: Self.lineEnd, into: &line, limit: Self.lineLimit)
    _ = try bytes.next()
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  static func exchanges(of line: [UInt8], place: String) -> [CapturedExchange] {
    let text = String(decoding: line, as: UTF8.self)
    let trimmed = text.trimmed
    guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { return [] }
    // A URL that was copied from a screen may contain spaces: the whole line is the URL.
    if isStart(trimmed) {
      return [CapturedExchange(request: CapturedRequest(url: trimmed, place: place))]
    }
    let time = LineTime.wallClock(ofLine: Array(line.prefix(LineTime.headSize)))
    if var exchange = AccessLogLine.exchange(in: text) {
      exchange.request.sentAt = time
      exchange.request.place = place
      return [exchange]
    }
    if trimmed.first == "{" || trimmed.first == "\"" || trimmed.first == "[" {
      return jsonExchanges(trimmed, time, place)
    }
    return named(in: text, time, place)
  }

  private static func isStart(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://") || text.hasPrefix("/cgi-bin/")
  }

  /// Parses a JSON line in text whose other lines may not be JSON.
  private static func jsonExchanges(
    _ text: String,
    _ time: Double?,
    _ place: String
  ) -> [CapturedExchange] {
    var found: [CapturedExchange] = []
    var capture = JSONCapture(
      JSONStream(CaptureBytes(MemorySource(Array(text.utf8), name: place)))
    )
    do throws(CaptureError) {
      try capture.read { exchange in
        var exchange = exchange
        exchange.request.place = place
        exchange.request.sentAt = exchange.request.sentAt ?? time
        found.append(exchange)
      }
    } catch {
      // The line could not be read as a JSON capture.
      return named(in: text, time, place)
    }
    return found
  }

  /// Finds the URLs in a line, and returns each as a request.
  private static func named(
    in text: String,
    _ time: Double?,
    _ place: String
  ) -> [CapturedExchange] {
    urls(in: text).map {
      CapturedExchange(request: CapturedRequest(url: $0, sentAt: time, place: place))
    }
  }

  /// Finds the URLs in a line. A URL ends at white space, a quotation mark, a backtick, an angle bracket or a vertical
  /// bar.
  static func urls(in text: String) -> [String] {
    var urls: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "http") {
      let candidate = rest[start.lowerBound...]
      let url = candidate.prefix { !$0.isWhitespace && !"\"'<>`|".contains($0) }
      if url.hasPrefix("http://") || url.hasPrefix("https://") { urls.append(String(url)) }
      rest = candidate.dropFirst(max(4, url.count))
    }
    return urls
  }
}

/// Parses a line of an access log in the common or combined format of nginx and Apache:
///
///     192.0.2.1 - - [06/Apr/2017:15:03:03 +0200] "GET /cgi-bin/gn?prd=dcr HTTP/1.1" 200 43 "-" "agent"
enum AccessLogLine {
  private static let methods: Set<Substring> = ["GET", "POST", "HEAD", "PUT", "OPTIONS"]

  /// Returns the request, its status, and in the combined format its User-Agent. Nil if the line does not come from an
  /// access log.
  static func exchange(in line: String) -> CapturedExchange? {
    guard let quote = line.firstIndex(of: "\"") else { return nil }
    let (text, rest) = unescaped(line[line.index(after: quote)...])
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let method = words.first, methods.contains(method) else { return nil }
    // Servers that accept spaces in a URL also log them: remove only the protocol at the end.
    var target = words[1]
    if let protocolStart = target.lastIndex(of: " "),
      target[target.index(after: protocolStart)...].hasPrefix("HTTP/")
    {
      target = target[..<protocolStart]
    }
    let quoted = quotes(in: rest)
    let client = quoted.count >= 2 ? quoted[1] : nil
    return CapturedExchange(
      request: CapturedRequest(method: String(method), url: String(target)),
      userAgent: client.flatMap { $0 == "-" || $0.isEmpty ? nil : $0 },
      status: rest.split(separator: " ").first.flatMap { Int($0) }
    )
  }

  /// Finds the quoted strings after the request: the referrer and the User-Agent.
  private static func quotes(in text: Substring) -> [String] {
    var found: [String] = []
    var rest = text
    while found.count < 2, let quote = rest.firstIndex(of: "\"") {
      let (text, behind) = unescaped(rest[rest.index(after: quote)...])
      found.append(text)
      rest = behind
    }
    return found
  }

  /// Returns the text before the closing quote, unescaped, and the text after it. Apache escapes with `\"` and `\\`,
  /// nginx with `\x22`.
  private static func unescaped(_ text: Substring) -> (text: String, rest: Substring) {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\"), let next = rest.first else {
        bytes.append(byte)
        continue
      }
      let digits = rest.dropFirst().prefix(2)
      if next == UInt8(ascii: "x"), digits.count == 2,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(next)
        rest = rest.dropFirst()
      }
    }
    return (String(decoding: bytes, as: UTF8.self), Substring(rest))
  }
}
