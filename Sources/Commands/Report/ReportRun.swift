import ArgumentParser
import Documents
import Reports
import ResultsStore
import System
import TimedMetadata

/// Reads results and writes reports on them.
final class ReportRun {
  let diagnostics: Diagnostics
  /// Whether something could not be read.
  var hasFailed: Bool { failures > 0 }

  private var failures = 0

  private let output: OutputOptions

  /// The first bytes of every SQLite file (The SQLite Database File Format, 1.3).
  private static let databaseMagic = Array("SQLite format 3\0".utf8)
  private static let bufferSize = 256 << 10

  init(diagnostics: Diagnostics, output: OutputOptions) {
    self.diagnostics = diagnostics
    self.output = output
  }

  /// Reports on results. Without any that could be read nothing is written: an old report stays.
  func report(_ names: [String], as format: ReportCommand.Format, title: String?) throws {
    let results = FileName.arguments(names)
    try refuseInputs(results, as: format)
    if format == .csv {
      let tables = try CSVTables(folder: OutputFolder(output.output ?? "."))
      guard try read(results, into: tables) else { return }
      return try tables.finish()
    }
    let builder = ReportBuilder()
    guard try read(results, into: builder) else { return }
    let report = builder.finish()
    let destination = try output.destination()
    switch format {
    case .junit: try JUnitReport(report).write(to: destination)
    case .markdown: try MarkdownReport(report).write(to: destination)
    case .html, .csv, .table:
      try HTMLReport(report, title: title ?? HTMLReport.usualTitle).write(to: destination)
    }
    try destination.commit()
  }

  /// Compares two results. Nothing is written unless both could be read.
  func compare(_ names: [String], as format: ReportCommand.Format) throws {
    let results = FileName.arguments(names)
    try refuseInputs(results, as: format)
    let reports = try results.map { name in
      let builder = ReportBuilder()
      return try read([name], into: builder) ? builder.finish() : nil
    }
    guard let old = reports[0], let new = reports[1] else { return }
    let difference = ReportDifference(old: old, new: new)
    let destination = try output.destination()
    let document = DifferenceDocument(
      difference,
      names: DifferenceDocument.Names(old: results[0].text, new: results[1].text)
    )
    switch format {
    case .html: try document.writeHTML(to: destination)
    case .markdown: try document.writeMarkdown(to: destination)
    case .table, .csv, .junit:
      let style = output.tableStyle(for: destination, namesInputs: true)
      let rows = RowWriter<DifferenceRow>(
        format: .table,
        style: style,
        destination: destination,
        isPrompt: false
      )
      for change in difference.changes { try rows.write(DifferenceRow(change)) }
      if difference.inputs.isEmpty {
        diagnostics.notice("\(names[1]): nothing has changed")
      } else {
        diagnostics.notice("\(names[1]): \(difference.headline)")
      }
      if let words = document.unreadWords { diagnostics.notice("\(names[1]): \(words)") }
      return try rows.finish()
    }
    try destination.commit()
  }

  // MARK: - Reading

  /// A report must not destroy what it is made of.
  private func refuseInputs(_ results: [FileName], as format: ReportCommand.Format) throws {
    guard let path = output.output, path != "-" else { return }
    let files = format == .csv ? CSVTables.files.map { "\(path)/\($0)" } : [path]
    for result in results {
      let beside = ["", "-wal", "-shm", "-owners"].map { FileName(result.bytes + $0.utf8) }
      let inputs = result == FileName("-") ? [.standardInput] : beside.map(\.member)
      for file in files where inputs.contains(where: { SameFile.check($0, file) }) {
        diagnostics.failure("\(file): is also an input: name another file with -o")
        throw ExitCodes.wrongUsage
      }
    }
  }

  /// Reads results; returns whether there is anything to write about: not when all of them failed.
  private func read(_ results: [FileName], into consumer: any RecordConsumer) throws -> Bool {
    var count = 0
    let failuresBefore = failures
    for name in results {
      let reader = RecordReader(consumer) { [self] words in
        fail(words)
      } notice: { [diagnostics] words in
        diagnostics.notice(words)
      }
      do throws(TimedMetadataError) {
        let input: InputGroup.Member = name == FileName("-") ? .standardInput : name.member
        try read(input.openFile(), name: name, with: reader)
      } catch {
        fail(error.description)
      }
      if let failure { throw failure }
      count += reader.count
    }
    return failures == failuresBefore || count > 0
  }

  /// The error that ended the run, also for other inputs.
  private var failure: (any Error)?

  private func read(
    _ source: any ByteSource,
    name: FileName,
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
      if isFirst, let words = buffer[..<count].withUnsafeBytes(StreamStart.refusal) {
        return fail("\(source.name): \(words)")
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

  private func readDatabase(_ name: FileName, with reader: RecordReader) throws {
    guard name != FileName("-") else {
      return fail("standard input: is a database, which cannot be read from a pipe: name the file")
    }
    guard case .path(let path) = name.member else {
      return fail("\(name.text): is a database under a name that is not UTF-8: rename it")
    }
    do {
      try reader.read(ResultsDatabase(path: path, for: .reading))
    } catch let error as ResultsDatabaseError {
      fail(error.description)
    }
  }

  private func stopping(_ body: () throws -> Void) {
    do { try body() } catch { failure = error }
  }

  private func fail(_ words: String) {
    failures += 1
    diagnostics.failure(words)
  }
}
