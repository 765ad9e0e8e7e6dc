import ArgumentParser
import Collector
import Documents
import Reports
import ResultsStore
import System
import TimedMetadata

/// Reads results and streams, and writes reports on them.
final class ReportRun {
  let diagnostics: Diagnostics
  /// Whether the verdict on a stream makes `check` fail.
  private(set) var hasFailedCheck = false
  /// Whether something got worse between two results.
  private(set) var isWorse = false

  private let output: OutputOptions
  private let settings: ReportedStreams.Settings
  /// Whether inputs may be results: otherwise all are streams.
  private let readsResults: Bool
  private var failures = 0
  private var isInterrupted = false

  init(
    _ diagnostics: Diagnostics,
    _ output: OutputOptions,
    _ settings: ReportedStreams.Settings,
    readsResults: Bool = true
  ) {
    (self.diagnostics, self.output, self.settings) = (diagnostics, output, settings)
    self.readsResults = readsResults
  }

  /// Runs `body`, and reports why its output cannot be written.
  /// - Throws: The exit code, when it is not 0: 130 before 2.
  func ending(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as OutputError {
      guard error.code != .readerGone else { return }
      fail(error.description)
    }
    if isInterrupted { throw ExitCodes.interrupted }
    if failures > 0 { throw ExitCodes.failed }
  }

  /// Reports on results and streams. Without any that could be read nothing is written: an old report stays.
  func report(
    _ names: [String],
    as format: ReportCommand.Format,
    title: String?
  ) async throws {
    if format == .csv {
      let run = try inputs(names, as: format)
      let tables = try CSVTables(folder: OutputFolder(output.output ?? "."))
      guard try await read(run, into: tables) else { return }
      return try tables.finish()
    }
    let builder = ReportBuilder()
    guard try await read(inputs(names, as: format), into: builder) else { return }
    let report = builder.finish()
    let title = title ?? HTMLReport.usualTitle
    let destination = try output.destination()
    switch format {
    case .junit: try JUnitReport(report).write(to: destination)
    case .markdown: try MarkdownReport(report, title: title).write(to: destination)
    case .html, .csv, .table: try HTMLReport(report, title: title).write(to: destination)
    }
    try destination.commit()
  }

  /// Compares two results. Nothing is written unless both could be read.
  func compare(
    _ names: [String],
    as format: ReportCommand.Format,
    matching identity: InputIdentityKey
  ) async throws {
    let runs = try names.map { try inputs([$0], as: format) }
    var reports: [Report?] = []
    for run in runs {
      let builder = ReportBuilder()
      reports.append(try await read(run, into: builder) ? builder.finish() : nil)
    }
    guard let old = reports[0], let new = reports[1] else { return }
    let difference = ReportDifference(old: old, new: new, matching: identity)
    isWorse = difference.isWorse
    let names = FileName.arguments(names).map { InputURL.shown($0.text) }
    for words in difference.ambiguities { fail("\(names[1]): \(words)") }
    let destination = try output.destination()
    let document = DifferenceDocument(
      difference,
      names: DifferenceDocument.Names(old: names[0], new: names[1])
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

  /// The inputs that arguments represent.
  /// - Throws: The exit code of wrong usage, where a report would destroy what it is made of.
  private func inputs(_ names: [String], as format: ReportCommand.Format) throws -> InputRun {
    var run = InputRun(
      names,
      settings.input,
      playlists: settings.playlists,
      fetching: settings.fetching,
      readsAllRepresentations: true,
      diagnostics: diagnostics
    )
    run.reading.readsInterstitials = true
    guard let path = output.output, path != "-" else { return run }
    let files = format == .csv ? CSVTables.files.map { "\(path)/\($0)" } : [path]
    try run.refuseInputs(as: files)
    return run
  }

  /// Reads results and streams; returns whether there is anything to write about: not when all of them failed.
  private func read(
    _ run: InputRun,
    into consumer: any RecordConsumer
  ) async throws -> Bool {
    var run = run
    run.besides = readsResults ? .results : .nothing
    let streams = ReportedStreams(settings, run.reading, to: consumer)
    let found = Set(run.groups.filter(\.isSearched).flatMap(\.members).map(\.name))
    var records = 0
    var current: String?
    let failuresBefore = failures
    run.onFailure = { name, error in
      // Of what could not be opened it is not known whether it is a stream.
      guard !self.readsResults || found.contains(name) || current == name else { return }
      try streams.fail(name, error)
    }
    do {
      try await run { name, input in
        current = nil
        switch input {
        case .results(let source, let head):
          try readResults(source, head, into: consumer, &records)
        case .stream(let stream):
          current = name
          try await streams.read(name, stream.events())
        case .name, .capture: break
        }
      } finish: { _ throws(OutputError) in
      }
    } catch let code as ExitCode {
      if code == ExitCodes.interrupted { isInterrupted = true } else { failures += 1 }
    }
    if streams.hasFailed { hasFailedCheck = true }
    if isInterrupted { return streams.count > 0 }
    return failures == failuresBefore || streams.count > 0 || records > 0
  }

  private func readResults(
    _ source: any ByteSource,
    _ head: [UInt8],
    into consumer: any RecordConsumer,
    _ records: inout Int
  ) throws {
    let reader = RecordReader(consumer) { [self] words in
      fail(words)
    } notice: { [diagnostics] words in
      diagnostics.notice(words)
    }
    reader.onRecord = { if Task.isCancelled { throw Self.interrupted(source.name) } }
    defer { records += reader.count }
    if head.starts(with: CollectedFile.magic) { return try readDatabase(source.name, with: reader) }
    reader.begin(source.name)
    var piece = head
    while !piece.isEmpty {
      try reader.append(piece[...])
      piece = try source.piece()
    }
    try reader.finish()
  }

  private static func interrupted(_ name: String) -> TimedMetadataError {
    TimedMetadataError(
      .cancelled,
      input: name,
      reason: "interrupted",
      remedy: "run the command again"
    )
  }

  private func readDatabase(_ name: String, with reader: RecordReader) throws {
    guard CaptureInput.isFile(name) else {
      return fail("\(name): is a database, which can only be read as a file: name the file itself")
    }
    do {
      try reader.read(ResultsDatabase(path: name, for: .reading))
    } catch let error as ResultsDatabaseError {
      fail(error.description)
    }
  }

  private func fail(_ words: String) {
    failures += 1
    diagnostics.failure(words)
  }
}
