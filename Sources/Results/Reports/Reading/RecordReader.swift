import Formats
import Records

/// Reads records from JSON Lines, from JSON arrays as `--format json` writes them, and from databases,
/// and passes them to a consumer.
package final class RecordReader {
  /// How many lines of an input that are not records are reported one by one.
  private static let reportedLines = 10
  /// How many kinds of lines are distinguished that have no place in a report.
  private static let reportedKinds = 20

  private let consumer: any RecordConsumer
  private let problem: (String) -> Void
  private let notice: (String) -> Void
  /// Called before each record: what it throws ends the reading.
  package var onRecord: () throws -> Void = {}
  /// Records that the consumer got.
  package private(set) var count = 0
  private var passedOver: [String: Int] = [:]
  private var name = ""
  private var cutter = LineCutter()
  private var lineNumber = 0
  private var badLines = 0

  /// Makes a reader. `problem` gets what could not be read: `INPUT: what happened: what to do`, and
  /// `notice` what was skipped because it has no place in a report.
  package init(
    _ consumer: any RecordConsumer,
    problem: @escaping (String) -> Void,
    notice: @escaping (String) -> Void = { _ in }
  ) {
    self.consumer = consumer
    self.problem = problem
    self.notice = notice
  }

  /// Begins with a file or a pipe of that name.
  package func begin(_ name: String) {
    self.name = name
    cutter = LineCutter()
    (lineNumber, badLines) = (0, 0)
    passedOver = [:]
  }

  /// Takes the next bytes of it.
  /// - Throws: The error of the consumer.
  package func append(_ bytes: ArraySlice<UInt8>) throws {
    try cutter.append(bytes) { try take($0) }
  }

  /// Ends it.
  /// - Throws: The error of the consumer.
  package func finish() throws {
    try cutter.finish { try take($0) }
    if badLines > Self.reportedLines {
      problem("\(name): \(badLines - Self.reportedLines) more lines like these: see the first ones")
    }
    guard !passedOver.isEmpty else { return }
    let kinds = passedOver.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let sum = passedOver.values.reduce(0, +)
    notice(
      "\(name): \(sum) line\(sum == 1 ? " has" : "s have") no place in a report and "
        + "\(sum == 1 ? "was" : "were") skipped: \(kinds.joined(separator: ", "))"
    )
  }

  /// Reads a database: its inputs, then its tags, then its pings, each in the order of its inputs.
  /// - Throws: ``ResultsDatabaseError``, or what the consumer throws.
  package func read(_ database: ResultsDatabase) throws {
    begin(database.path)
    for run in try database.runs() { consumer.take(run) }
    try database.records(fields: consumer.fields, ofOthers: consumer.fieldsOfOthers) {
      try take(ReportRecord($0))
    }
    // An empty one has been read, too.
    count += 1
  }

  private func take(_ line: LineCutter.Line) throws {
    lineNumber += 1
    guard case .bytes(let bytes) = line else {
      return report("is longer than \(LineCutter.longest >> 20) MiB: read fewer inputs at once")
    }
    guard let text = Self.value(in: bytes[...]), let value = parsed(text) else { return }
    // An array may be on one line.
    let values = if case .array(let elements) = value { elements } else { [value] }
    for value in values {
      if let record = ReportRecord(value) {
        try take(record)
      } else if let kind = ReportRecord.otherKind(value),
        passedOver.count < Self.reportedKinds || passedOver[kind] != nil
      {
        passedOver[kind, default: 0] += 1
      } else {
        report("is not a record of id3tap: leave it out")
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
      report("is not JSON (\(error)): give the JSON Lines of id3tap")
      return nil
    }
  }

  private func report(_ words: String) {
    badLines += 1
    if badLines <= Self.reportedLines { problem("\(name): line \(lineNumber) \(words)") }
  }

  /// The part of a line that is a value: an array has brackets on lines of their own and commas after its
  /// elements. Nil for a line with nothing in it.
  static func value(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var line = line
    while let last = line.last, last == 0x20 || last == 0x0d || last == 0x09 { line.removeLast() }
    while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
    if line.last == UInt8(ascii: ","), line.first == UInt8(ascii: "{") { line.removeLast() }
    let isBracket = line.elementsEqual("[".utf8) || line.elementsEqual("]".utf8)
    return line.isEmpty || isBracket ? nil : line
  }
}

/// Cuts bytes that come in pieces into lines.
struct LineCutter {
  enum Line: Equatable {
    /// Its bytes, without the end.
    case bytes([UInt8])
    /// More bytes than are kept.
    case tooLong
  }

  /// The longest line: the report on a day of six renditions has a tenth of it.
  static let longest = 32 << 20

  private let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(limit: Int = LineCutter.longest) { self.limit = limit }

  /// Takes the next bytes and passes the lines that end in them to `body`.
  mutating func append(_ bytes: ArraySlice<UInt8>, _ body: (Line) throws -> Void) rethrows {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      rest = rest[(end + 1)...]
      try take(body)
    }
    keep(rest)
  }

  /// Passes what follows the last end of line to `body`.
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
