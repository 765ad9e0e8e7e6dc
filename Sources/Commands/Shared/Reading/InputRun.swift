import ArgumentParser
import Formats
import Presentation
import System
import TimedMetadata

/// Reads inputs one after the other. A broken one never stops the others.
struct InputRun {
  /// The inputs as the user named them.
  let arguments: [String]
  /// The inputs that they represent.
  let groups: [InputGroup]
  var reading: InputReading
  let diagnostics: Diagnostics
  /// Writes out the rows when an input waits.
  let waiting = WaitingInput()
  /// How long an input may take; nil: as long as it takes.
  let totalTimeout: Duration?
  /// Learns which input could not be read, or not to its end, and why.
  var onFailure: (String, TimedMetadataError) throws -> Void = { _, _ in }
  /// What is read besides streams.
  var besides = ReadInput.Besides.nothing
  /// Whether a name is all of an input: there is nothing to open.
  var isWhole: (String) -> Bool = { _ in false }

  /// Whether there is more than one input.
  var hasSeveralInputs: Bool { groups.reduce(0) { $0 + $1.members.count } > 1 }

  /// Whether an input may deliver slowly.
  var isLive: Bool { groups.contains { $0.members.contains(where: \.isLive) } }

  /// Finds the inputs; with `readsText` they are all read as texts.
  init(
    _ inputs: [String],
    _ options: ReadingOptions,
    playlists: PlaylistOptions,
    fetching: FetchSettings,
    readsText: Bool = false,
    readsAllRepresentations: Bool = false,
    diagnostics: Diagnostics
  ) {
    arguments = inputs
    groups = InputExpansion.groups(for: inputs, joins: playlists.segments.join)
    reading = InputReading(
      stream: options.stream,
      fetching: fetching,
      playlists: playlists,
      readsText: readsText,
      diagnostics: diagnostics,
      readsAllRepresentations: readsAllRepresentations
    )
    self.diagnostics = diagnostics
    totalTimeout = fetching.totalTimeout
  }

  /// Passes the events of each input to `body`; see the other function.
  func callAsFunction(
    events body: (String, TimedMetadataEvents) async throws -> Void,
    finish: (_ isWorthFile: Bool) throws(OutputError) -> Void
  ) async throws {
    try await self { name, input in
      guard case .stream(let stream) = input else { return }
      try await body(name, stream.events())
    } finish: { (isWorthFile) throws(OutputError) in
      try finish(isWorthFile)
    }
  }

  /// Passes each input to `body` and writes what `finish` says at the end; `finish` gets whether
  /// a file should be written: not when every input failed.
  /// - Throws: the exit code, when it is not 0: 130 before 2. A command throws 1 for its verdict after this, so 2 comes
  ///   before 1.
  func callAsFunction(
    _ body: (String, ReadInput) async throws -> Void,
    finish: (_ isWorthFile: Bool) throws(OutputError) -> Void
  ) async throws {
    Interruption.watch()
    for words in SegmentProposal.words(for: groups) { diagnostics.notice(words) }
    var (failed, hasRead) = (false, false)
    let flushing = waiting.flushing()
    defer { flushing.cancel() }
    do {
      for group in groups where !Interruption.isRequested {
        let outcome = try await read(group, body)
        if !outcome.isGood { failed = true }
        if outcome.readCount > 0 { hasRead = true }
      }
      diagnostics.progress.hide()
      try finish(hasRead || !failed)
    } catch let error as OutputError where error.code == .readerGone {
      // The reader of the pipe has seen enough.
    } catch let error as OutputError {
      diagnostics.failure(error.description)
      failed = true
    }
    if Interruption.isRequested { throw ExitCodes.interrupted }
    if failed { throw ExitCodes.failed }
  }

  /// Writes results that come from no input.
  /// - Throws: the exit code, when it is not 0.
  func writing(_ body: () async throws -> Void) async throws {
    Interruption.watch()
    do {
      try await body()
    } catch let error as OutputError where error.code == .readerGone {
      // The reader of the pipe has seen enough.
    } catch let error as OutputError {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
    if Interruption.isRequested { throw ExitCodes.interrupted }
  }

  /// Reads the members of a group; returns whether all went well, and how many were read.
  private func read(
    _ group: InputGroup,
    _ body: (String, ReadInput) async throws -> Void
  ) async throws -> (isGood: Bool, readCount: Int) {
    for problem in group.problems { diagnostics.failure(problem) }
    var isGood = group.problems.isEmpty
    var streams = 0
    let skipped = SkippedFiles()
    for member in group.members where !Interruption.isRequested {
      if isWhole(member.text) {
        try await body(member.text, .name)
        streams += 1
        continue
      }
      let deadline = totalTimeout.map { ContinuousClock.now + $0 }
      var bytesRead: Int64 = 0
      var stream: StreamInput?
      do {
        diagnostics.progress.start(member.name)
        try await Limited.run(until: deadline, on: CommandThread.executor) {
          var input = try await reading.open(member, in: group.directory)
          let besides = group.isSearched && besides == .results ? .nothing : besides
          let found = try await input.identify(besides) { input in
            StreamInput(head: input.head) {
              [diagnostics, reading, waiting] () throws(TimedMetadataError) in
              try await reading.reader(of: input, isSearched: group.isSearched) { read, size in
                bytesRead = read
                waiting.noteReading()
                diagnostics.progress.update(read: read, of: size)
              }
            }
          }
          if case .stream(let known) = found { stream = known }
          try await body(member.name, found)
        }
        streams += 1
      } catch let error as TimedMetadataError {
        if Interruption.isRequested {
          try onFailure(member.name, error)
          return (isGood, streams)
        }
        let amount = ReadAmount(byteCount: bytesRead, seconds: stream?.secondsRead)
        let error = late(error, member.name, deadline, amount)
        if group.isSearched, error.meansNoStream(in: member.name) {
          diagnostics.log.info("\(PrintableText.escaping("\(error)"))")
          skipped.count(error)
          continue
        }
        diagnostics.failure(error.description)
        try onFailure(member.name, error)
        isGood = false
      }
    }
    if let words = skipped.takeWords() { diagnostics.notice("\(group.argument): \(words)") }
    if group.isSearched, streams == 0, isGood, !Interruption.isRequested {
      diagnostics.failure(
        "\(group.argument): holds no transport stream: name a directory with streams in it"
      )
      return (false, 0)
    }
    return (isGood, streams)
  }
}

extension InputRun {
  /// Reports that an input took too long and was ended.
  private func late(
    _ error: TimedMetadataError,
    _ input: String,
    _ deadline: ContinuousClock.Instant?,
    _ amount: ReadAmount
  ) -> TimedMetadataError {
    guard error.code == .cancelled, let totalTimeout, let deadline, deadline <= .now else {
      return error
    }
    return .tooLate(input, after: totalTimeout, amount: amount, option: "total-timeout in --config")
  }
}

extension TimedMetadataError {
  /// Whether a file that was found is simply something else than a stream that can be read. Where a name
  /// promises a stream and nothing is there, a recorder has failed.
  func meansNoStream(in name: String) -> Bool {
    switch code {
    case .empty: !StreamExtension.ends(name)
    case .unknownKind, .unsupportedKind: true
    default: false
    }
  }
}
