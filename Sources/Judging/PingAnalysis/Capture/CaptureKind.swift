import Formats

/// The format of a capture, as detected from its content.
enum CaptureKind: Equatable {
  /// JSON: HAR, a Charles session, or rows from `id3tap pings`.
  case json
  /// CSV with a URL column: a Charles session, or rows from `id3tap pings --format csv`.
  case csv
  /// Lines that contain URLs or requests: URL lists, access logs, other logs.
  case lines

  /// The number of bytes, from the start of an input, that are searched for signs of a capture.
  static let headSize = 256 << 10

  /// Substrings of ping URLs, including encoded and escaped forms.
  private static let marks = ["/cgi-bin/", "/nmapi/", "cgi-bin%2F", "cgi-bin%2f", "cgi-bin\\/"]

  /// Detects the format from the first bytes of an input. Nil if they do not look like a capture.
  static func detect(_ head: some Collection<UInt8>) -> CaptureKind? {
    let bytes = Array(head.prefix(headSize))
    // Text contains no NUL.
    guard !bytes.prefix(1024).contains(0) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let holdsPing = marks.contains { text.contains($0) }
    switch start.first {
    case "{", "[":
      let opening = start.prefix(4096)
      let isHAR = opening.contains("\"log\"") && opening.contains("\"creator\"")
      let isCharles = opening.contains("\"tunnel\"") && opening.contains("\"protocolVersion\"")
      return holdsPing || isHAR || isCharles || opensHAR(opening) ? .json : nil
    default:
      if CSVCapture.isHeader(start.prefix { !$0.isNewline }) { return .csv }
      return holdsPing ? .lines : nil
    }
  }

  /// Whether an input begins like HAR 1.2. A HAR file may lack pings and the name of its recorder.
  private static func opensHAR(_ opening: Substring) -> Bool {
    let start = opening.filter { !$0.isWhitespace }
    return start.hasPrefix(#"{"log":{}"#)
      || ["version", "creator", "browser", "pages", "entries", "comment"].contains {
        start.hasPrefix(#"{"log":{"\#($0)":"#)
      }
  }

  /// Why a capture in a recognized but unsupported format cannot be read, and the remedy. Nil for all other inputs.
  static func refusal(_ head: some Collection<UInt8>) -> (reason: String, remedy: String)? {
    let bytes = Array(head.prefix(512))
    if bytes.starts(with: [0x1F, 0x8B]) {
      return ("is compressed", "unpack it with gunzip first")
    }
    // UTF-16 text starts with a byte order mark, and every second byte of ASCII characters is zero.
    for (mark, zeros) in [([0xFF, 0xFE], 1), ([0xFE, 0xFF], 0)] as [([UInt8], Int)]
    where bytes.starts(with: mark) && bytes.count >= 32 {
      let high = stride(from: zeros, to: 32, by: 2).dropFirst().map { bytes[$0] }
      if high.allSatisfy({ $0 == 0 }) {
        return ("is UTF-16 text", "save it as UTF-8: iconv -f UTF-16 -t UTF-8 FILE")
      }
    }
    // A mitmproxy flow file starts with a netstring: digits, a colon, and a flow's first keys.
    let digits = bytes.prefix(while: \.isDigit)
    let text = String(decoding: bytes, as: UTF8.self)
    if !digits.isEmpty, bytes.dropFirst(digits.count).first == UInt8(ascii: ":"),
      text.contains("websocket;") || text.contains("7:version") || text.contains("response;")
        || text.contains("8:response") || text.contains("9:websocket")
    {
      return (
        "is a mitmproxy flow file",
        "export it as HAR: mitmdump -nr FILE --set hardump=FILE.har"
      )
    }
    if bytes.starts(with: "PK".utf8), text.contains("meta.json") || text.contains("session") {
      return (
        "is a packed Charles session",
        "export it from Charles as a JSON session (.chlsj), HAR or CSV"
      )
    }
    return nil
  }
}
