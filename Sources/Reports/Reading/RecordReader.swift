import Results

/// Reads records from JSON Lines, from JSON arrays as `--format json` writes them, and from databases,
/// and hands them to a consumer.
public final class RecordReader {
  /// How many lines of an input that are no records are told one by one.
  private static let toldLines = 10

  private let consumer: any RecordConsumer
  private let problem: (String) -> Void
  private var name = ""
  private var cutter = LineCutter()
  private var lineNumber = 0
  private var badLines = 0

  /// Makes a reader. `problem` is told what could not be read: `INPUT: what happened: what to do`.
  public init(_ consumer: any RecordConsumer, problem: @escaping (String) -> Void) {
    self.consumer = consumer
    self.problem = problem
  }

  /// Begins with a file or a pipe of that name.
  public func begin(_ name: String) {
    self.name = name
    cutter = LineCutter()
    (lineNumber, badLines) = (0, 0)
  }

  /// Takes the next bytes of it.
  /// - Throws: What the consumer throws.
  public func append(_ bytes: ArraySlice<UInt8>) throws {
    try cutter.append(bytes) { try take($0) }
  }

  /// Ends it.
  /// - Throws: What the consumer throws.
  public func finish() throws {
    try cutter.finish { try take($0) }
    if badLines > Self.toldLines {
      problem("\(name): \(badLines - Self.toldLines) more lines like these: see the first ones")
    }
  }

  /// Reads a database: its reports, then its tags, then its pings, each in the order of its inputs.
  /// - Throws: ``ResultsDatabaseError``, or what the consumer throws.
  public func read(_ database: ResultsDatabase) throws {
    begin(database.path)
    for kind in [RecordKind.check, .extract, .pings] {
      try database.lines(of: kind) { try append($0[...]) }
    }
    try finish()
  }

  private func take(_ line: LineCutter.Line) throws {
    lineNumber += 1
    guard case .bytes(let bytes) = line else {
      return tell("is longer than \(LineCutter.longest >> 20) MiB: read fewer inputs at once")
    }
    guard let text = Self.value(in: bytes[...]), let value = parsed(text) else { return }
    // An array may stand on one line.
    let values = if case .array(let elements) = value { elements } else { [value] }
    for value in values {
      guard let record = ReportRecord(value) else {
        tell("is no record of extract, check or pings: leave it out")
        continue
      }
      try consumer.take(record)
    }
  }

  private func parsed(_ text: ArraySlice<UInt8>) -> JSONValue? {
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: text)
    } catch {
      tell("is no JSON (\(error)): give the JSON Lines of extract, check or pings")
      return nil
    }
  }

  private func tell(_ words: String) {
    badLines += 1
    if badLines <= Self.toldLines { problem("\(name): line \(lineNumber) \(words)") }
  }

  /// What of a line is a value: an array has brackets on lines of their own and commas behind its
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
