import Formats
import TimedMetadata

/// The requests of a text with one a line: bare URLs, access logs, and other lines with URLs.
struct LineCapture {
  /// Bytes of a line that are read: more than any server takes.
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

  /// The requests in a line.
  static func exchanges(of line: [UInt8], place: String) -> [CapturedExchange] {
    let text = String(decoding: line, as: UTF8.self)
    let trimmed = text.trimmed
    guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { return [] }
    // Texts in URLs may hold spaces when they were copied from a screen: the whole line is the URL.
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

  /// A line of JSON among others: its own reader knows it.
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
      // It was not JSON.
      return named(in: text, time, place)
    }
    return found
  }

  /// The URLs in a text as requests.
  private static func named(
    in text: String,
    _ time: Double?,
    _ place: String
  ) -> [CapturedExchange] {
    urls(in: text).map {
      CapturedExchange(request: CapturedRequest(url: $0, sentAt: time, place: place))
    }
  }

  /// The URLs in a text, up to the white space, quote or bracket that ends them.
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
