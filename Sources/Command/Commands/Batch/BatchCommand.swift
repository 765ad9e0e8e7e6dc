import ArgumentParser
import Conformance
import Formats
import FoundationEssentials
import Records
import System

struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Read many inputs in parallel into a database of results.",
    discussion: """
      Each input is read once for tags, verdict and pings, and its results are stored immediately: run the \
      same command after an interruption to continue. Unchanged inputs with the same settings are skipped. \
      A URL with http or https counts as unchanged; pipes, live feeds and inputs that could not be read are \
      always read again. Several processes may use one database. The exit code is 0 if every input could be \
      read, whatever its verdict, and 2 if an input could not be read.

        id3tap batch recordings/
        id3tap batch --jobs 8 --total-timeout 60 --do check @channels.txt
        id3tap report id3tap.sqlite -o report.html
        sqlite3 id3tap.sqlite 'SELECT * FROM presence'
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The inputs.",
      discussion: """
        Files, directories (all streams in them), globs, URLs (http, https, udp, rtp, srt), '-' for \
        standard input, or '@list.txt' for a file that names one input per line.
        """,
      valueName: "path"
    ),
    completion: .file()
  )
  var inputs: [String] = []

  @OptionGroup(title: "Batch options") var batch: BatchOptions
  @OptionGroup(title: "Batch options") var limit: TotalTimeoutOption
  @OptionGroup(title: OptionTitle.rules) var rules: RuleOptions
  @OptionGroup(title: OptionTitle.input) var reading: ReadingOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<path> ...'") }
    try InputOptions.checkStandardInput(inputs)
    try rules.file.checkPlayback()
  }

  func run() async throws {
    let diagnostics = talk.diagnostics()
    for notice in try rules.file.notices { diagnostics.notice(notice) }
    Interruption.watch()
    do {
      try await run(diagnostics)
    } catch let error as ResultsDatabaseError {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
  }

  private func run(_ diagnostics: Diagnostics) async throws {
    let database = try ResultsDatabase(path: batch.database, for: .writing)
    var reader = try reader(diagnostics)
    let run = try BatchRun(
      database,
      try description(reader.check),
      redoes: batch.force,
      clock: { SystemClock.milliseconds() }
    )
    var problems = 0
    var listing = BatchListing(
      run,
      NameFilter(include: batch.include, exclude: batch.exclude),
      OwnFiles(database: batch.database)
    ) { problem in
      problems += 1
      diagnostics.failure(problem)
    }
    try listing.add(inputs)
    reader.directories = listing.directories
    for words in listing.proposals { diagnostics.notice(words) }
    // An incomplete list is not used, because it may contain segments without their playlist.
    if Interruption.isRequested {
      try run.end(.interrupted, done: 0, failed: 0, skipped: 0)
      try database.close()
      diagnostics.notice(
        "\(batch.database): interrupted before all inputs were found; no input was read"
      )
      throw ExitCodes.interrupted
    }
    let total = try run.enter()
    let progress = BatchProgress(diagnostics, total: total, showsLines: !talk.noProgress)
    let work = BatchWork(
      run,
      reader,
      addresses: listing.addresses,
      hashes: batch.hash,
      endsAtFailure: batch.failFast,
      progress
    )
    let isWanted = problems == 0 || !batch.failFast
    let hasStopped = isWanted ? try await work(jobs: batch.threads) : true
    let counts = progress.counts
    try run.end(
      hasStopped ? .interrupted : .done,
      done: counts.read - counts.failed,
      failed: counts.failed,
      skipped: counts.unchanged
    )
    let verdicts = try database.verdictCounts()
    try database.close()
    if let words = reader.skipped.takeWords() {
      diagnostics.notice("\(batch.database): \(words)")
    }
    diagnostics.notice(BatchSummary.text(counts, of: total, in: batch.database))
    if let words = BatchSummary.outcome(verdicts, in: batch.database) { diagnostics.notice(words) }
    if Interruption.isRequested { throw ExitCodes.interrupted }
    if counts.failed + problems > 0 { throw ExitCodes.failed }
  }

  private func reader(_ diagnostics: Diagnostics) throws -> BatchReader {
    var check = try rules.checkOptions()
    let file = try rules.file.options
    let (stream, playlists) = (reading.stream, file.playlists(from: reading.start))
    check.take(stream, playlists)
    return BatchReader(
      reading: InputReading(
        stream: stream,
        fetching: file.fetching(header),
        playlists: playlists,
        readsText: false,
        diagnostics: diagnostics,
        readsAllRepresentations: true
      ),
      tasks: batch.kinds,
      check: check,
      templates: rules.expect,
      playback: try rules.file.playback,
      timeout: (limit.totalTimeout ?? file.limit.totalTimeout).map { .seconds($0) }
    )
  }

  private func description(_ check: CheckOptions) throws -> RunDescription {
    let file = try rules.file.options
    return RunDescription(
      version: Version.id3tap,
      settings: BatchSettings(
        tasks: batch.kinds,
        stream: reading.stream,
        playlists: file.playlists(from: reading.start),
        network: file.network,
        check: check,
        templates: rules.expect,
        playback: try rules.file.playback
      ).json,
      directory: FileManager.default.currentDirectoryPath
    )
  }
}

enum BatchSummary {
  /// The counts, such as `id3tap.sqlite: 12 inputs: 9 read, 2 unchanged, 1 could not be read`.
  static func text(_ counts: BatchProgress.Counts, of total: Int, in database: String) -> String {
    let left = total - counts.read - counts.unchanged
    let parts = [
      (counts.read - counts.failed - counts.withoutStream, "read"),
      (counts.unchanged, "unchanged"), (counts.withoutStream, "skipped (not a stream)"),
      (counts.failed, "could not be read"), (left, "left"),
    ]
    let words = parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
      .map { "\($0.element.0) \($0.element.1)" }
    return "\(database): \(Decimals.counted(total, "input")): \(words.joined(separator: ", "))"
  }

  /// The verdicts in the database and the command that shows them, such as `id3tap.sqlite: 61 fail, 391 pass; see them
  /// with: id3tap report id3tap.sqlite -o report.html`. Nil if the database has no verdict.
  static func outcome(_ verdicts: VerdictCounts, in database: String) -> String? {
    guard verdicts.total > 0 else { return nil }
    let name = FileName.shellWord(database)
    return "\(database): \(verdicts.words()); see them with: id3tap report \(name) -o report.html"
  }
}
