import ArgumentParser
import Formats
import Presentation
import Records
import System
import TimedMetadata

/// The inputs of a command, one after another. If an input fails, the other inputs are still read.
///
///     for try await input in inputs {
///       switch input {
///       case .stream(let stream): try await inputs.read { … stream.events() … }
///       …
///       }
///     }
final class Inputs: AsyncSequence, AsyncIteratorProtocol {
  let groups: [InputGroup]
  var reading: InputReading
  let diagnostics: Diagnostics
  /// The kinds of inputs that are read in addition to streams.
  var besides: Set<Input.Kind> = []
  /// Whether an argument is itself the input, such as a ping. In that case, nothing is opened.
  var isWhole: (String) -> Bool = { _ in false }
  /// Called on the thread of the inputs when bytes of a stream have been read.
  var onProgress: () -> Void = {}
  /// Whether an input could not be read completely.
  private(set) var hasFailed = false

  /// The thread on which inputs are read, because reading a local file blocks.
  private let thread: OwnThread
  private var hasRead = false
  private var rest: ArraySlice<InputGroup>
  private var group = GroupState()
  private var member = MemberState(name: "")
  /// Writes the rows that are buffered.
  private var flush: () -> Void = {}
  private var latestRead = ContinuousClock.now

  private struct GroupState {
    var group: InputGroup?
    var rest: ArraySlice<InputGroup.Member> = []
    var hasRead = false
    var hasFailed = false
    let skipped = SkippedFiles()
  }

  private struct MemberState {
    var name: String
    var deadline: ContinuousClock.Instant?
    var byteCount: Int64 = 0
    var stream: StreamInput?
    /// The error that ended reading, until the sequence returns it.
    var failure: TimedMetadataError?
  }

  /// Finds the inputs. If `readsText` is true, all inputs are read as text.
  init(
    _ arguments: [String],
    _ options: ReadingOptions,
    playlists: PlaylistOptions,
    fetching: FetchSettings,
    readsText: Bool = false,
    readsAllRepresentations: Bool = false,
    thread: OwnThread = CommandThread.executor,
    diagnostics: Diagnostics
  ) {
    self.thread = thread
    groups = InputExpansion.groups(for: arguments, joins: playlists.segments.join)
    rest = groups[...]
    reading = InputReading(
      stream: options.stream,
      fetching: fetching,
      playlists: playlists,
      readsText: readsText,
      diagnostics: diagnostics,
      readsAllRepresentations: readsAllRepresentations
    )
    self.diagnostics = diagnostics
  }

  /// Whether there are results to write. False if inputs failed and no input was read completely.
  var haveResults: Bool { hasRead || !hasFailed }

  /// Reports an error and notes that an input failed.
  func fail(_ words: String) {
    diagnostics.failure(words)
    (hasFailed, group.hasFailed) = (true, true)
  }

  // MARK: - The sequence

  /// The sequence itself: inputs can be read only once.
  func makeAsyncIterator() -> Inputs {
    Interruption.watch()
    for words in SegmentProposal.words(for: groups) { diagnostics.notice(words) }
    return self
  }

  /// If the latest input failed, returns its error. If not, opens and returns the next input. Nil after the last input
  /// or an interruption.
  func next() async throws -> Input? {
    if let failed = takeFailure() { return failed }
    while true {
      if !Interruption.isRequested, let next = group.rest.popFirst() {
        if let input = try await open(next) ?? takeFailure() { return input }
        continue
      }
      endGroup()
      guard !Interruption.isRequested, let next = rest.popFirst() else { break }
      group = GroupState(group: next, rest: next.members[...])
      for problem in next.problems { fail(problem) }
    }
    diagnostics.progress.hide()
    return nil
  }

  /// Runs `body`, which reads the latest input, and cancels it when the input's time limit has passed. After a failure,
  /// the next element of the sequence is the error, unless the input was found in a directory and is not a stream.
  func read(_ body: () async throws -> Void) async throws {
    try await limited(body)
    if member.failure == nil { (hasRead, group.hasRead) = (true, true) }
  }

  private func limited(_ body: () async throws -> Void) async throws {
    let flushing = flushing()
    defer { flushing.cancel() }
    do {
      try await Limited.run(until: member.deadline, on: thread, body)
    } catch let error as TimedMetadataError {
      member.failure = error
    }
  }

  /// The failure of the latest input. Nil if it did not fail, or was found in a directory and is not a stream.
  private func takeFailure() -> Input? {
    guard var error = member.failure else { return nil }
    member.failure = nil
    guard !Interruption.isRequested else { return .failed(member.name, error) }
    if error.code == .cancelled, let limit = reading.fetching.totalTimeout,
      let deadline = member.deadline, deadline <= .now
    {
      let amount = ReadAmount(byteCount: member.byteCount, seconds: member.stream?.secondsRead)
      error = .tooLate(
        member.name,
        after: limit,
        amount: amount,
        option: "total-timeout in --config"
      )
    }
    if isSearched, error.meansNoStream(in: member.name) {
      diagnostics.log.info("\(PrintableText.escaping("\(error)"))")
      group.skipped.count(error)
      return nil
    }
    fail(error.description)
    return .failed(member.name, error)
  }

  private func endGroup() {
    guard let ended = group.group else { return }
    group.group = nil
    if let words = group.skipped.takeWords() { diagnostics.notice("\(ended.argument): \(words)") }
    guard ended.isSearched, !group.hasRead, !group.hasFailed, !Interruption.isRequested else {
      return
    }
    fail("\(ended.argument): contains no streams: name a directory that contains streams")
  }

  // MARK: - Opening

  /// Opens an input. Nil if it cannot be opened.
  private func open(_ next: InputGroup.Member) async throws -> Input? {
    member = MemberState(name: next.name)
    if isWhole(next.text) { return .name(next.text) }
    if besides.contains(.scenario), let scenario = next.scenario { return scenario }
    member.deadline = reading.fetching.totalTimeout.map { .now + $0 }
    diagnostics.progress.start(next.name)
    var input: Input?
    try await limited {
      var opened = try await reading.open(next, in: group.group?.directory)
      input = try await opened.identify(besides, isSearched: isSearched) ?? .stream(stream(opened))
    }
    return input
  }

  private var isSearched: Bool { group.group?.isSearched ?? false }

  private func stream(_ opened: OpenedInput) -> StreamInput {
    let stream = StreamInput(name: member.name, head: opened.head) {
      [unowned self, isSearched] () throws(TimedMetadataError) in
      try await reading.reader(of: opened, isSearched: isSearched) { [unowned self] read, size in
        member.byteCount = read
        latestRead = .now
        onProgress()
        diagnostics.progress.update(read: read, of: size)
      }
    }
    member.stream = stream
    return stream
  }

  // MARK: - Results

  /// Creates a writer for rows. If `isPrompt` is true, every row is written immediately, as for live inputs.
  /// - Throws: The exit code: wrong usage if the output is one of the inputs, failure if the output cannot be created.
  func rows<Row: ResultRow>(
    _ type: Row.Type,
    format: OutputFormat?,
    output: OutputOptions,
    isPrompt: Bool = false
  ) throws -> RowWriter<Row> {
    try refuse(asOutputs: [output.output])
    do {
      let destination = try output.destination()
      flush = destination.flushEarly
      let members = groups.flatMap(\.members)
      return RowWriter(
        format: format ?? output.defaultFormat(for: destination),
        style: output.tableStyle(for: destination, namesInputs: members.count > 1),
        destination: destination,
        isPrompt: isPrompt || members.contains(where: \.isLive)
      )
    } catch {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
  }

  /// Refuses outputs that would overwrite an input, or a file that SQLite or id3tap keeps next to an input database.
  /// - Throws: The exit code of wrong usage.
  func refuse(asOutputs outputs: [String?]) throws {
    let members = groups.flatMap(\.members)
    let inputs = members + members.flatMap(OwnFiles.besides)
    let words = SameFile.conflict(
      of: outputs.map { ("-o", $0) },
      with: inputs.map { ("an input", $0) }
    )
    guard let words else { return }
    diagnostics.failure(words)
    throw ExitCodes.wrongUsage
  }

  /// The time without new data after which buffered rows are written.
  private static let quietTime: Duration = .milliseconds(100)

  /// Starts a task that writes the buffered rows while an input waits for data, such as the next segment of a playlist
  /// on disk. While data arrives, rows are written in large pieces.
  private func flushing() -> Task<Void, Never> {
    // Safe, because only tasks on `thread` use the object.
    nonisolated(unsafe) let inputs = self
    return Task(executorPreference: thread) {
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.quietTime)
        if ContinuousClock.now - inputs.latestRead >= Self.quietTime { inputs.flush() }
      }
    }
  }
}

extension Diagnostics {
  /// Runs `body`, which reads inputs and writes results, and reports errors of writing. A command throws exit code 1
  /// for its verdict after this call, so code 2 takes precedence over 1.
  /// - Throws: The exit code: 130 after an interruption, 2 if writing failed or `hasFailed` is true.
  func ending(_ hasFailed: @autoclosure () -> Bool, _ body: () async throws -> Void) async throws {
    var failed = false
    do {
      try await body()
    } catch let error as OutputError {
      // It is not a failure if the reader closes the pipe.
      failed = error.code != .readerGone
      if failed { failure(error.description) }
    }
    if Interruption.isRequested { throw ExitCodes.interrupted }
    if failed || hasFailed() { throw ExitCodes.failed }
  }
}

extension TimedMetadataError {
  /// Whether a file that was found in a directory is not a stream, rather than a broken stream. An empty file with the
  /// extension of a stream counts as broken, because its recorder has failed.
  func meansNoStream(in name: String) -> Bool {
    switch code {
    case .empty: !StreamExtension.ends(name)
    case .unknownKind, .unsupportedKind: true
    default: false
    }
  }
}
