import Formats
import Records

/// Reads records from JSON Lines, from JSON arrays as written by `--format json`, and from
/// databases, and passes them to a consumer.
package final class RecordReader {
  /// The number of invalid lines of an input that are reported one by one.
  private static let reportedLines = 10
  /// The maximum number of kinds of unused lines. Lines of further kinds are reported as invalid.
  private static let reportedKinds = 20

  private let consumer: any RecordConsumer
  private let problem: (String) -> Void
  private let notice: (String) -> Void
  /// Called before each record. If it throws, reading ends with the error.
  package var onRecord: () throws -> Void = {}
  /// The number of records passed to the consumer, and of databases read.
  package private(set) var count = 0
  private var passedOver: [String: Int] = [:]
  private var name = ""
  private var cutter = LineCutter()
  private var lineNumber = 0
  private var badLines = 0

  /// Creates a reader. `problem` is called with each problem, as `INPUT: what happened: what to do`. `notice` is called
  /// with the kinds of lines that were skipped because reports do not use them.
  package init(
    _ consumer: any RecordConsumer,
    problem: @escaping (String) -> Void,
    notice: @escaping (String) -> Void = { _ in }
  ) {
    (self.consumer, self.problem, self.notice) = (consumer, problem, notice)
  }

  /// Begins to read a file or pipe with this name.
  package func begin(_ name: String) {
    self.name = name
    cutter = LineCutter()
    (lineNumber, badLines) = (0, 0)
    passedOver = [:]
  }

  /// Reads the next bytes of the file or pipe.
  /// - Throws: The error of the consumer or of ``onRecord``.
  package func append(_ bytes: ArraySlice<UInt8>) throws {
    try cutter.append(bytes) { try take($0) }
  }

  /// Reads the rest of the file or pipe, and reports the lines that were skipped.
  /// - Throws: The error of the consumer or of ``onRecord``.
  package func finish() throws {
    try cutter.finish { try take($0) }
    if badLines > Self.reportedLines {
      problem(
        "\(name): \(badLines - Self.reportedLines) more invalid lines: see those reported above"
      )
    }
    guard !passedOver.isEmpty else { return }
    let kinds = passedOver.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let sum = passedOver.values.reduce(0, +)
    notice(
      "\(name): \(sum) line\(sum == 1 ? " is" : "s are") not used in a report and "
        + "\(sum == 1 ? "was" : "were") skipped: \(kinds.joined(separator: ", "))"
    )
  }

  /// Reads a database: its runs, the inputs that are streams, then all tags, then all pings, in the order of inputs.
  /// - Throws: ``ResultsDatabaseError``, or an error of the consumer or of ``onRecord``.
  package func read(_ database: ResultsDatabase) throws {
    begin(database.path)
    for run in try database.runs() { consumer.take(run) }
    try database.records(fields: consumer.fields, ofOthers: consumer.fieldsOfOthers) {
      try take(ReportRecord($0))
    }
    // The database itself is counted too, so a database without records counts as read.
    count += 1
  }

  private func take(_ line: LineCutter.Line) throws {
    lineNumber += 1
    guard case .bytes(let bytes) = line else {
      return report(
        "is longer than \(LineCutter.longest >> 20) MiB: give shorter records, or the stream itself"
      )
    }
    guard let text = Self.value(in: bytes[...]), let value = parsed(text) else { return }
    // An array may be on a single line.
    let values = if case .array(let elements) = value { elements } else { [value] }
    for value in values {
      if let record = ReportRecord(value) {
        try take(record)
      } else if let kind = ReportRecord.otherKind(value),
        passedOver.count < Self.reportedKinds || passedOver[kind] != nil
      {
        passedOver[kind, default: 0] += 1
      } else {
        report("is not a record of id3tap: remove the line")
      }
    }
  }

  private func take(_ record: ReportRecord) throws {
    try onRecord()
    count += 1
    try consumer.take(record)
  }

  private func parsed(_ text: ArraySlice<UInt8>) -> JSONValue? {
    do throws(JSONFault) {
      return try JSONValue(parsing: text)
    } catch {
      report("is not JSON (\(error)): use JSON Lines written by id3tap")
      return nil
    }
  }

  private func report(_ words: String) {
    badLines += 1
    if badLines <= Self.reportedLines { problem("\(name): line \(lineNumber) \(words)") }
  }

  /// The JSON value in a line, without the comma after an element of an array. Nil for blank lines
  /// and the brackets of an array.
  static func value(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var line = line
    while let last = line.last, last == 0x20 || last == 0x0d || last == 0x09 { line.removeLast() }
    while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
    if line.last == UInt8(ascii: ","), line.first == UInt8(ascii: "{") { line.removeLast() }
    let isBracket = line.elementsEqual("[".utf8) || line.elementsEqual("]".utf8)
    return line.isEmpty || isBracket ? nil : line
  }
}

/// Splits a stream of bytes into lines.
struct LineCutter {
  enum Line: Equatable {
    /// The bytes of a line, without the newline.
    case bytes([UInt8])
    /// The line was longer than the limit and was not kept.
    case tooLong
  }

  /// The maximum length of a line, in bytes. A record of `check` about six renditions over one day is about a tenth of
  /// this size.
  static let longest = 32 << 20

  private let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(limit: Int = LineCutter.longest) { self.limit = limit }

  /// Takes the next bytes, and passes each line that ends in them to `body`.
  mutating func append(_ bytes: ArraySlice<UInt8>, _ body: (Line) throws -> Void) rethrows {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      rest = rest[(end + 1)...]
      try take(body)
    }
    keep(rest)
  }

  /// Passes the last line to `body` if it does not end with a newline.
  mutating func finish(_ body: (Line) throws -> Void) rethrows {
    if isTooLong || !pending.isEmpty { try take(body) }
  }

  private mutating func take(_ body: (Line) throws -> Void) rethrows {
    let line = isTooLong ? Line.tooLong : .bytes(pending)
    pending.removeAll(keepingCapacity: true)
    isTooLong = false
    try body(line)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong else { return }
    guard pending.count + bytes.count <= limit else {
      pending = []
      isTooLong = true
      return
    }
    pending += bytes
  }
}
