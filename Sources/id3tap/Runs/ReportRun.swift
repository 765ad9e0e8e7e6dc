import Reports
import Results
import TimedMetadata

/// Reads results and writes reports on them.
final class ReportRun {
  let diagnostics: Diagnostics
  /// Whether something could not be read.
  private(set) var hasFailed = false

  private let output: OutputOptions

  /// What begins every SQLite file (The SQLite Database File Format, 1.3).
  private static let databaseMagic = Array("SQLite format 3\0".utf8)
  private static let bufferSize = 256 << 10

  init(diagnostics: Diagnostics, output: OutputOptions) {
    self.diagnostics = diagnostics
    self.output = output
  }

  /// Reports on results.
  func report(_ results: [String], as format: ReportCommand.Format) throws {
    if format == .csv {
      let tables = try CSVTables(folder: OutputFolder(output.output ?? "."))
      try read(results, into: tables)
      return try tables.finish()
    }
    let builder = ReportBuilder()
    try read(results, into: builder)
    let report = builder.finish()
    let destination = try output.destination()
    switch format {
    case .junit: try JUnitReport(report).write(to: destination)
    case .markdown: try MarkdownReport(report).write(to: destination)
    case .prometheus: try PrometheusReport(report).write(to: destination)
    case .html, .csv, .table: try HTMLReport(report).write(to: destination)
    }
    try destination.commit()
  }

  /// Compares two results.
  func compare(_ results: [String], as format: ReportCommand.Format) throws {
    let reports = try results.map { name in
      let builder = ReportBuilder()
      try read([name], into: builder)
      return builder.finish()
    }
    let difference = ReportDifference(old: reports[0], new: reports[1])
    let destination = try output.destination()
    let document = DifferenceDocument(difference)
    switch format {
    case .html: try document.writeHTML(to: destination)
    case .markdown: try document.writeMarkdown(to: destination)
    case .table, .csv, .junit, .prometheus:
      let style = output.tableStyle(for: destination, namesInputs: true)
      let rows = RowWriter<DifferenceRow>(
        format: .table,
        style: style,
        destination: destination,
        isPrompt: false
      )
      for change in difference.changes { try rows.write(DifferenceRow(change)) }
      if difference.changes.isEmpty { diagnostics.notice("\(results[1]): nothing has changed") }
      return try rows.finish()
    }
    try destination.commit()
  }

  // MARK: - Reading

  private func read(_ results: [String], into consumer: any RecordConsumer) throws {
    for name in results {
      let reader = RecordReader(consumer) { [self] words in fail(words) }
      do throws(TimedMetadataError) {
        let input: InputGroup.Member = name == "-" ? .standardInput : .path(name)
        try read(input.openFile(), name: name, with: reader)
      } catch {
        fail(error.description)
      }
      if let failure { throw failure }
    }
  }

  /// What ended a run that no other input can go on with.
  private var failure: (any Error)?

  private func read(
    _ source: any ByteSource,
    name: String,
    with reader: RecordReader
  ) throws(TimedMetadataError) {
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    var isFirst = true
    reader.begin(source.name)
    while true {
      let count = try fill(&buffer, from: source)
      if isFirst, buffer[..<count].starts(with: Self.databaseMagic) {
        return stopping { try readDatabase(name, with: reader) }
      }
      isFirst = false
      guard count > 0 else { break }
      stopping { try reader.append(buffer[..<count]) }
      if failure != nil { return }
    }
    stopping { try reader.finish() }
  }

  private func fill(
    _ buffer: inout [UInt8],
    from source: any ByteSource
  ) throws(TimedMetadataError) -> Int {
    var result = Result<Int, TimedMetadataError>.success(0)
    buffer.withUnsafeMutableBytes { bytes in
      do throws(TimedMetadataError) {
        result = .success(try source.read(into: bytes))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private func readDatabase(_ name: String, with reader: RecordReader) throws {
    guard name != "-" else {
      return fail("standard input: is a database, which cannot be read from a pipe: name the file")
    }
    do {
      try reader.read(ResultsDatabase(path: name, for: .reading))
    } catch let error as ResultsDatabaseError {
      fail(error.description)
    }
  }

  private func stopping(_ body: () throws -> Void) {
    do { try body() } catch { failure = error }
  }

  private func fail(_ words: String) {
    hasFailed = true
    diagnostics.failure(words)
  }
}
