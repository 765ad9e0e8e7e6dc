import Formats

/// The requests of a JSON capture. The form of each value is found separately: an object with `log` is a HAR,
/// an array of entries with `host` and `path` a Charles session, objects with `url` are rows.
struct JSONCapture {
  private var stream: JSONStream
  private var count = 0

  init(_ stream: JSONStream) { self.stream = stream }

  /// The reader of the requests has seen enough.
  private static func enough(_ input: String) -> CaptureError {
    CaptureError(.unreadable, input: input, reason: "reading was stopped", remedy: "run it again")
  }

  /// Reads all values of the text: one document, or JSON Lines.
  mutating func read(_ hand: (CapturedExchange) -> Bool) throws(CaptureError) {
    if try stream.bytes.peek() == 0xEF { try skipMark() }
    while let byte = try stream.next() {
      switch byte {
      case UInt8(ascii: "["): try readElements(hand)
      case UInt8(ascii: "{"): try readObject(hand)
      default: throw stream.malformed("an object or an array is missing")
      }
    }
  }

  private mutating func skipMark() throws(CaptureError) {
    for byte: UInt8 in [0xEF, 0xBB, 0xBF] {
      guard try stream.bytes.next() == byte else { throw stream.malformed("the text is not UTF-8") }
    }
  }

  /// An object: only `log` is walked through, everything else is small.
  private mutating func readObject(_ hand: (CapturedExchange) -> Bool) throws(CaptureError) {
    var rest: [CapturedJSON.Member] = []
    var isHAR = false
    var count = count
    let input = stream.bytes.name
    try stream.members { (stream, name) throws(CaptureError) in
      guard name == "log", try stream.next() == UInt8(ascii: "{") else {
        // Nothing beside the log of a HAR is needed. Everything else is one entry, and limited as such.
        if isHAR { return try stream.skip() }
        return rest.append(.init(name: name, value: try stream.entry(continues: !rest.isEmpty)))
      }
      isHAR = true
      try stream.members { (stream, name) throws(CaptureError) in
        guard name == "entries", try stream.next() == UInt8(ascii: "[") else {
          return try stream.skip()
        }
        try stream.elements { (stream) throws(CaptureError) in
          count += 1
          guard let request = Self.har(try stream.entry(), count) else { return }
          guard hand(request) else { throw Self.enough(input) }
        }
      }
    }
    self.count = count
    if !isHAR { try take(.object(rest), hand) }
  }

  private mutating func readElements(_ hand: (CapturedExchange) -> Bool) throws(CaptureError) {
    var entries = count
    let input = stream.bytes.name
    try stream.elements { (stream) throws(CaptureError) in
      entries += 1
      guard let request = Self.request(try stream.entry(), entries) else { return }
      guard hand(request) else { throw Self.enough(input) }
    }
    count = entries
  }

  private mutating func take(
    _ value: CapturedJSON,
    _ hand: (CapturedExchange) -> Bool
  ) throws(CaptureError) {
    count += 1
    guard let request = Self.request(value, count) else { return }
    guard hand(request) else { throw Self.enough(stream.bytes.name) }
  }

  // MARK: - Entries

  private static func request(_ entry: CapturedJSON, _ number: Int) -> CapturedExchange? {
    let place = "entry \(number)"
    if let url = entry.text {
      return CapturedExchange(request: CapturedRequest(url: url, place: place))
    }
    if entry["request"]?["url"] != nil { return har(entry, number) }
    if entry["host"] != nil, entry["path"] != nil { return charles(entry, number) }
    guard let url = entry["url"]?.text else { return nil }
    let body = entry["body"]?.text
    let request = CapturedRequest(
      method: entry["method"]?.text ?? (body == nil ? "GET" : "POST"),
      url: url,
      body: body,
      sentAt: time(entry["receivedAt"] ?? entry["sendTime"]),
      place: place
    )
    return CapturedExchange(
      request: request,
      userAgent: HeaderFields.userAgent(in: entry["headers"]),
      status: HeaderFields.status(entry["status"])
    )
  }

  /// An entry of HAR 1.2.
  private static func har(_ entry: CapturedJSON, _ number: Int) -> CapturedExchange? {
    guard let request = entry["request"], let url = request["url"]?.text else { return nil }
    let data = request["postData"]
    let response = entry["response"]
    let content = response?["content"]
    let isText = content?["encoding"] == nil
    let pairs = data?["params"]?.elements.compactMap { pair in
      pair["name"]?.text.map { (name: $0, value: pair["value"]?.text ?? "") }
    }
    let text = data?["text"]?.text
    return CapturedExchange(
      request: CapturedRequest(
        method: request["method"]?.text ?? "GET",
        url: url,
        body: text?.isEmpty == false ? text : pairs.map(FormText.joining),
        sentAt: time(entry["startedDateTime"]),
        place: "entry \(number)"
      ),
      userAgent: HeaderFields.userAgent(in: request["headers"]),
      status: HeaderFields.status(response?["status"]),
      response: isText ? content?["text"]?.text : nil
    )
  }

  /// A transaction of a Charles JSON session.
  private static func charles(_ entry: CapturedJSON, _ number: Int) -> CapturedExchange? {
    guard let host = entry["host"]?.text, let path = entry["path"]?.text else { return nil }
    let scheme = entry["scheme"]?.text ?? "https"
    let port = entry["port"]?.number.flatMap { Int(exactly: $0) }.map { ":\($0)" } ?? ""
    let query = entry["query"]?.text.map { "?\($0)" } ?? ""
    let request = CapturedRequest(
      method: entry["method"]?.text ?? "GET",
      url: "\(scheme)://\(host)\(port)\(path)\(query)",
      body: entry["request"]?["body"]?["text"]?.text,
      sentAt: time(entry["times"]?["start"]),
      place: "entry \(number)"
    )
    return CapturedExchange(
      request: request,
      userAgent: HeaderFields.userAgent(in: entry["request"]?["header"]?["headers"]),
      status: HeaderFields.status(entry["response"]?["status"]),
      response: entry["response"]?["body"]?["text"]?.text
    )
  }

  private static func time(_ value: CapturedJSON?) -> Double? {
    switch value {
    case .text(let text): LineTime.wallClock(ofLine: Array(text.utf8))
    case .number(let number): number
    default: nil
    }
  }
}
