/// A line of an access log in the common or combined format of nginx and Apache:
///
///     192.0.2.1 - - [06/Apr/2017:15:03:03 +0200] "GET /cgi-bin/gn?prd=dcr HTTP/1.1" 200 43 "-" "agent"
enum AccessLogLine {
  private static let methods: Set<Substring> = ["GET", "POST", "HEAD", "PUT", "OPTIONS"]

  /// The request that is in quotes, the status after it, and the client in the last quotes of the
  /// combined format; nil for other lines.
  static func exchange(in line: String) -> CapturedExchange? {
    guard let quote = line.firstIndex(of: "\"") else { return nil }
    let (text, rest) = unescaped(line[line.index(after: quote)...])
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let method = words.first, methods.contains(method) else { return nil }
    // A server that takes spaces in a URL logs them: only the protocol at the end is not part of it.
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

  /// The texts in quotes: where the request came from, and the client.
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

  /// The text before the closing quote, and the text after it: `\"` and `\\` as Apache writes them,
  /// `\x22` as nginx does.
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
