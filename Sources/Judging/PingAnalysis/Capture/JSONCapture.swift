import Formats

/// Reads the requests of a JSON capture. The format is detected for each value: HAR, an entry of HAR or of a Charles
/// session, a row with `url`, or a URL.
struct JSONCapture {
  private var stream: JSONStream
  private var count = 0

  init(_ stream: JSONStream) { self.stream = stream }

  /// Reads all values of the capture, which is one JSON document or JSON Lines.
  mutating func read(_ hand: CaptureReader.Hand) throws(CaptureError) {
    if try stream.bytes.peek() == 0xEF { try skipMark() }
    while let byte = try stream.next() {
      switch byte {
      case UInt8(ascii: "["): try readElements(hand)
      case UInt8(ascii: "{"): try readObject(hand)
      default: throw stream.malformed("expected an object or an array")
      }
    }
  }

  private mutating func skipMark() throws(CaptureError) {
    for byte: UInt8 in [0xEF, 0xBB, 0xBF] {
      guard try stream.bytes.next() == byte else { throw stream.malformed("the text is not UTF-8") }
    }
  }

  /// Reads an object: the entries of a HAR `log` one by one, any other object as a single entry.
  private mutating func readObject(_ hand: CaptureReader.Hand) throws(CaptureError) {
    var rest: [JSONValue.Member] = []
    var isHAR = false
    var count = count
    try stream.members { (stream, name) throws(CaptureError) in
      guard name == "log", try stream.next() == UInt8(ascii: "{") else {
        // Only `log` is needed from a HAR file. The members of any other object share the size limit of one entry.
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
          if let request = Self.har(try stream.entry(), count) { try hand(request) }
        }
      }
    }
    self.count = count
    guard !isHAR else { return }
    self.count += 1
    if let request = Self.request(.object(rest), self.count) { try hand(request) }
  }

  private mutating func readElements(_ hand: CaptureReader.Hand) throws(CaptureError) {
    var entries = count
    try stream.elements { (stream) throws(CaptureError) in
      entries += 1
      if let request = Self.request(try stream.entry(), entries) { try hand(request) }
    }
    count = entries
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
      userAgent: userAgent(in: entry["headers"]),
      status: status(entry["status"])
    )
  }

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
      userAgent: userAgent(in: request["headers"]),
      status: status(response?["status"]),
      response: isText ? content?["text"]?.stringValue : nil
    )
  }

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
      userAgent: userAgent(in: entry["request"]?["header"]?["headers"]),
      status: status(entry["response"]?["status"]),
      response: entry["response"]?["body"]?["text"]?.stringValue
    )
  }

  private static func time(_ value: JSONValue?) -> Double? {
    value?.stringValue.map { LineTime.wallClock(ofLine: Array($0.utf8)) } ?? value?.doubleValue
  }

  /// Finds `User-Agent` in a list of header fields, which are objects with `name` and `value`, or pairs.
  private static func userAgent(in fields: JSONValue?) -> String? {
    for field in fields?.elements ?? [] {
      let pair = field.elements
      let name = field["name"]?.stringValue ?? pair.first?.stringValue
      guard name?.lowercased() == "user-agent" else { continue }
      return field["value"]?.stringValue ?? (pair.count > 1 ? pair[1].stringValue : nil)
    }
    return nil
  }

  private static func status(_ value: JSONValue?) -> Int? {
    value?.doubleValue.flatMap { Int(exactly: $0) }
  }
}

enum FormText {
  /// Builds an `application/x-www-form-urlencoded` body. Some tools list parameters encoded as in the body, others
  /// decoded. If any parameter has a character that cannot occur in encoded text, all are assumed to be decoded.
  static func joining(_ parameters: [(name: String, value: String)]) -> String {
    let areEncoded =
      parameters.allSatisfy { $0.name.utf8.allSatisfy(isEncodedName) }
      && parameters.allSatisfy { $0.value.utf8.allSatisfy(isEncodedValue) }
    let encoding: PercentEncoding = areEncoded ? .none : .component
    return parameters.map { "\(encoding.encode($0.name))=\(encoding.encode($0.value))" }
      .joined(separator: "&")
  }

  private static func isEncodedName(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "=") && isEncodedValue(byte)
  }

  /// Whether a byte can occur in an encoded value: printable ASCII, except `&` and bytes that every encoder escapes.
  private static func isEncodedValue(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"&\"<>".utf8.contains(byte)
  }
}
