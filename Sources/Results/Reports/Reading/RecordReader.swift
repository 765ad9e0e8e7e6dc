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
    for run in try database.runs() {
      consumer.take(
        ResultsRun(
          version: run.description.version,
          started: run.started,
          directory: run.description.directory,
          settings: run.description.settings
        )
      )
    }
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
    do throws(JSONSyntaxError) {
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
