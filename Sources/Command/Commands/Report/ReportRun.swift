import Collector
import Records
import Reports
import System
import TimedMetadata

/// Reads results and streams, and writes reports about them.
final class ReportRun {
  let diagnostics: Diagnostics
  /// Whether the verdict on a stream would make `check` exit with 1.
  private(set) var hasFailedCheck = false
  /// Whether an input could not be read, or inputs could not be matched.
  private(set) var hasFailed = false
  private(set) var isWorse = false

  private let output: OutputOptions
  private let settings: ReportedStreams.Settings
  /// Whether inputs may be results. If false, all inputs are streams.
  private let readsResults: Bool

  init(
    _ diagnostics: Diagnostics,
    _ output: OutputOptions,
    _ settings: ReportedStreams.Settings,
    readsResults: Bool = true
  ) {
    (self.diagnostics, self.output, self.settings) = (diagnostics, output, settings)
    self.readsResults = readsResults
  }

  /// Reports on results and streams. If nothing could be read, nothing is written, and an older report is kept.
  func report(
    _ names: [String],
    as format: ReportCommand.Format,
    title: String?
  ) async throws {
    if format == .csv {
      let inputs = try inputs(names, as: format)
      let tables = try CSVTables(folder: OutputFolder(output.output ?? "."))
      guard try await read(inputs, into: tables) else { return }
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

  /// Compares two results. Nothing is written if one of them could not be read at all.
  func compare(
    _ names: [String],
    as format: ReportCommand.Format,
    matching identity: InputIdentityKey,
    pages: (old: String?, new: String?)
  ) async throws {
    let both = try names.map { try inputs([$0], as: format) }
    var reports: [Report?] = []
    for inputs in both {
      let builder = ReportBuilder()
      reports.append(try await read(inputs, into: builder) ? builder.finish() : nil)
    }
    guard let old = reports[0], let new = reports[1] else { return }
    let difference = ReportDifference(old: old, new: new, matching: identity)
    isWorse = difference.isWorse
    let names = FileName.arguments(names).map { InputURL.shown($0.text) }
    for words in difference.ambiguities {
      diagnostics.failure("\(names[1]): \(words)")
      hasFailed = true
    }
    let destination = try output.destination()
    let document = DifferenceDocument(
      difference,
      names: DifferenceDocument.Names(
        old: names[0],
        new: names[1],
        oldPage: pages.old,
        newPage: pages.new
      )
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

  /// The inputs that the arguments name.
  /// - Throws: The exit code of wrong usage, if the report would overwrite one of its inputs.
  private func inputs(_ names: [String], as format: ReportCommand.Format) throws -> Inputs {
    let inputs = Inputs(
      names,
      settings.input,
      playlists: settings.playlists,
      fetching: settings.fetching,
      readsAllRepresentations: true,
      diagnostics: diagnostics
    )
    inputs.reading.readsInterstitials = true
    guard let path = output.output, path != "-" else { return inputs }
    let files = format == .csv ? CSVTables.files.map { "\(path)/\($0)" } : [path]
    try inputs.refuse(asOutputs: files)
    return inputs
  }

  /// Reads results and streams. Returns false if there is nothing to report, because all inputs failed or the user
  /// interrupted.
  private func read(_ inputs: Inputs, into consumer: any RecordConsumer) async throws -> Bool {
    if readsResults { inputs.besides = [.rows] }
    let streams = ReportedStreams(settings, inputs.reading, to: consumer)
    let found = Set(inputs.groups.filter(\.isSearched).flatMap(\.members).map(\.name))
    var records = 0
    var current: String?
    for try await input in inputs {
      switch input {
      case .rows(let source, let head):
        current = nil
        try await inputs.read { try readRows(source, head, of: inputs, into: consumer, &records) }
      case .stream(let stream):
        current = stream.name
        try await inputs.read { try await streams.read(stream.name, stream.events()) }
      // An input that could not be opened might contain results. The report lists the input only if it must be a
      // stream.
      case .failed(let name, let error)
      where !readsResults || found.contains(name) || current == name:
        try streams.fail(name, error)
      case .failed, .name, .capture, .scenario: break
      }
    }
    if streams.hasFailed { hasFailedCheck = true }
    if inputs.hasFailed { hasFailed = true }
    if Interruption.isRequested { return streams.count > 0 }
    return !inputs.hasFailed || streams.count > 0 || records > 0
  }

  private func readRows(
    _ source: any ByteSource,
    _ head: [UInt8],
    of inputs: Inputs,
    into consumer: any RecordConsumer,
    _ records: inout Int
  ) throws {
    let reader = RecordReader(consumer) {
      inputs.fail($0)
    } notice: { [diagnostics] words in
      diagnostics.notice(words)
    }
    reader.onRecord = { if Task.isCancelled { throw Self.interrupted(source.name) } }
    defer { records += reader.count }
    if head.starts(with: CollectedFile.magic) {
      guard CaptureInput.isFile(source.name) else {
        return inputs.fail(
          "\(source.name): is a database, which can only be read as a file: name the file itself"
        )
      }
      do {
        return try reader.read(ResultsDatabase(path: source.name, for: .reading))
      } catch let error as ResultsDatabaseError {
        return inputs.fail(error.description)
      }
    }
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
}
