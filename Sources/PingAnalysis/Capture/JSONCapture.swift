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
    var rest: [JSONValue.Member] = []
    var isHAR = false
    var count = count
    let input = stream.bytes.name
    try stream.members { (stream, name) throws(CaptureError) in
      guard name == "log", try stream.next() == UInt8(ascii: "{") else {
        // Nothing beside the log of a HAR is needed. Everything else is one entry, and limited as such.
        if isHAR { return try stream.skip() }
        return rest.append(.init(name, try stream.entry(continues: !rest.isEmpty)))
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
    _ value: JSONValue,
    _ hand: (CapturedExchange) -> Bool
  ) throws(CaptureError) {
    count += 1
    guard let request = Self.request(value, count) else { return }
    guard hand(request) else { throw Self.enough(stream.bytes.name) }
  }

  // MARK: - Entries

  private static func request(_ entry: JSONValue, _ number: Int) -> CapturedExchange? {
    let place = "entry \(number)"
    if let url = entry.stringValue {
      return CapturedExchange(request: CapturedRequest(url: url, place: place))
    }
    if entry["request"]?["url"] != nil { return har(entry, number) }
    if entry["host"] != nil, entry["path"] != nil { return charles(entry, number) }
    guard let url = entry["url"]?.stringValue else { return nil }
    let body = entry["body"]?.stringValue
    let request = CapturedRequest(
      method: entry["method"]?.stringValue ?? (body == nil ? "GET" : "POST"),
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
  private static func har(_ entry: JSONValue, _ number: Int) -> CapturedExchange? {
    guard let request = entry["request"], let url = request["url"]?.stringValue else { return nil }
    let data = request["postData"]
    let response = entry["response"]
    let content = response?["content"]
    let isText = content?["encoding"] == nil
    let pairs = data?["params"]?.elements.compactMap { pair in
      pair["name"]?.stringValue.map { (name: $0, value: pair["value"]?.stringValue ?? "") }
    }
    let text = data?["text"]?.stringValue
    return CapturedExchange(
      request: CapturedRequest(
        method: request["method"]?.stringValue ?? "GET",
        url: url,
        body: text?.isEmpty == false ? text : pairs.map(FormText.joining),
        sentAt: time(entry["startedDateTime"]),
        place: "entry \(number)"
      ),
      userAgent: HeaderFields.userAgent(in: request["headers"]),
      status: HeaderFields.status(response?["status"]),
      response: isText ? content?["text"]?.stringValue : nil
    )
  }

  /// A transaction of a Charles JSON session.
  private static func charles(_ entry: JSONValue, _ number: Int) -> CapturedExchange? {
    guard let host = entry["host"]?.stringValue, let path = entry["path"]?.stringValue else {
      return nil
    }
    let scheme = entry["scheme"]?.stringValue ?? "https"
    let port = entry["port"]?.doubleValue.flatMap { Int(exactly: $0) }.map { ":\($0)" } ?? ""
    let query = entry["query"]?.stringValue.map { "?\($0)" } ?? ""
    let request = CapturedRequest(
      method: entry["method"]?.stringValue ?? "GET",
      url: "\(scheme)://\(host)\(port)\(path)\(query)",
      body: entry["request"]?["body"]?["text"]?.stringValue,
      sentAt: time(entry["times"]?["start"]),
      place: "entry \(number)"
    )
    return CapturedExchange(
      request: request,
      userAgent: HeaderFields.userAgent(in: entry["request"]?["header"]?["headers"]),
      status: HeaderFields.status(entry["response"]?["status"]),
      response: entry["response"]?["body"]?["text"]?.stringValue
    )
  }

  private static func time(_ value: JSONValue?) -> Double? {
    value?.stringValue.map { LineTime.wallClock(ofLine: Array($0.utf8)) } ?? value?.doubleValue
  }
}
