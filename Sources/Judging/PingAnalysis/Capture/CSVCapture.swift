import Formats

/// Reads the requests from CSV (RFC 4180) that has a URL column: a session exported by Charles, or rows from `id3tap
/// pings --format csv`.
struct CSVCapture {
  /// The maximum size of a field, in bytes. The rest of a longer field is dropped.
  private static let fieldLimit = 1 << 20
  /// The maximum number of fields in a record. Further fields are dropped.
  private static let recordLimit = 4096
  /// The bytes that end a run of ordinary bytes, outside and inside quotes.
  private static let (fieldEnds, quotedEnds) = (ByteSet(",\r\n".utf8), ByteSet("\"\n".utf8))

  private let bytes: CaptureBytes

  init(_ bytes: CaptureBytes) { self.bytes = bytes }

  /// Whether a line is a CSV header: at least three columns, one of them called `url`.
  static func isHeader(_ line: Substring) -> Bool {
    let names = line.split(separator: ",").map { name in
      name.filter { $0 != "\"" && !$0.isWhitespace }.lowercased()
    }
    return names.count > 2 && names.contains("url")
  }

  func read(_ hand: CaptureReader.Hand) throws(CaptureError) {
    guard let first = try record() else { return }
    let names = first.fields.map { $0.text.lowercased().trimmed }
    guard let urlColumn = names.firstIndex(of: "url") else { return }
    let methodColumn = names.firstIndex(of: "method")
    let statusColumn = names.firstIndex(of: "response code")
    let timeColumn =
      names.firstIndex(of: "request start time") ?? names.firstIndex(of: "start time")
    while let record = try record() {
      let fields = Self.repaired(record.fields, urlColumn, of: names.count)
      guard fields.indices.contains(urlColumn), !fields[urlColumn].isEmpty else { continue }
      func field(_ column: Int?) -> String? {
        column.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
      }
      let request = CapturedRequest(
        method: field(methodColumn)?.trimmed ?? "GET",
        url: fields[urlColumn].trimmed,
        sentAt: field(timeColumn).flatMap { LineTime.wallClock(ofLine: Array($0.utf8)) },
        place: "line \(record.line)"
      )
      let status = field(statusColumn).flatMap { Int($0.trimmed) }
      try hand(CapturedExchange(request: request, status: status))
    }
  }

  /// Joins the parts of a URL that was written without quotes, and was therefore split at its commas.
  private static func repaired(_ fields: [Field], _ urlColumn: Int, of count: Int) -> [String] {
    let surplus = fields.count - count
    guard surplus > 0, fields.indices.contains(urlColumn), !fields[urlColumn].isQuoted else {
      return fields.map(\.text)
    }
    let end = urlColumn + surplus
    return fields[..<urlColumn].map(\.text)
      + [fields[urlColumn...end].map(\.text).joined(separator: ",")]
      + fields[(end + 1)...].map(\.text)
  }

  private struct Field {
    var text: String
    var isQuoted: Bool
  }

  /// Reads the next nonempty record. Nil at the end of the capture.
  private func record() throws(CaptureError) -> (line: Int, fields: [Field])? {
    while try bytes.peek() != nil {
      let line = bytes.line
      var fields: [Field] = []
      var isLast = false
      while !isLast {
        let (field, end) = try self.field()
        if fields.count < Self.recordLimit { fields.append(field) }
        isLast = end
      }
      if fields.count > 1 || !fields[0].text.isEmpty { return (line, fields) }
    }
    return nil
  }

  private func field() throws(CaptureError) -> (Field, isLast: Bool) {
    var text: [UInt8] = []
    var (isQuoted, isInside) = (false, false)
    if try bytes.peek() == UInt8(ascii: "\"") {
      (isQuoted, isInside) = (true, true)
      _ = try bytes.next()
    }
    var isLast = true
    while true {
      let ends = isInside ? Self.quotedEnds : Self.fieldEnds
      try bytes.take(until: ends, into: &text, limit: Self.fieldLimit)
      guard let byte = try bytes.next() else { break }
      if isInside, byte == UInt8(ascii: "\"") {
        isInside = try bytes.peek() == byte
        guard isInside else { continue }
        _ = try bytes.next()
      } else if !isInside {
        if byte == UInt8(ascii: ",") {
          isLast = false
          break
        }
        if byte == UInt8(ascii: "\n") { break }
        if byte == UInt8(ascii: "\r") { continue }
      }
      if text.count < Self.fieldLimit { text.append(byte) }
    }
    return (Field(text: String(decoding: text, as: UTF8.self), isQuoted: isQuoted), isLast)
  }
}
