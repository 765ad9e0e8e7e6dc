import ArgumentParser
import Formats
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
  /// Gets the name of each input before it is opened. Returns whether that was all of it: there is nothing
  /// to open.
  var onName: (String) throws -> Bool = { _ in false }
  /// Gets each input before it is read as a stream. Returns the first bytes that it took, or nil
  /// when it was something else and has been read.
  var onSource: (String, any ByteSource) throws -> [UInt8]? = { _, _ in [] }

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

  /// Passes each input to `body` and writes what `finish` says at the end; `finish` gets whether
  /// a file should be written: not when every input failed.
  /// - Throws: the exit code, when it is not 0: 130 before 2. A command throws 1 for its verdict after this, so 2 comes
  ///   before 1.
  func callAsFunction(
    _ body: (String, InputEvents) throws -> Void,
    finish: (_ isWorthFile: Bool) throws(OutputError) -> Void
  ) throws {
    Interruption.watch()
    for words in SegmentProposal.words(for: groups) { diagnostics.notice(words) }
    var (failed, hasRead) = (false, false)
    do {
      for group in groups where !Interruption.isRequested {
        let outcome = try read(group, body)
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
  func writing(_ body: () throws -> Void) throws {
    Interruption.watch()
    do {
      try body()
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
    _ body: (String, InputEvents) throws -> Void
  ) throws -> (isGood: Bool, readCount: Int) {
    for problem in group.problems { diagnostics.failure(problem) }
    var isGood = group.problems.isEmpty
    var streams = 0
    let skipped = SkippedFiles()
    for member in group.members where !Interruption.isRequested {
      if try onName(member.name) {
        streams += 1
        continue
      }
      let cancellation = Cancellation(deadline: totalTimeout.map { .now + $0 })
      var bytesRead: Int64 = 0
      var opened: InputEvents?
      do {
        diagnostics.progress.start(member.name)
        var input = try reading.open(
          member,
          in: group.directory,
          cancellation: cancellation
        )
        guard let head = try onSource(member.name, input.source) else {
          streams += 1
          continue
        }
        input.head = head
        let progress = diagnostics.progress
        let reader = try reading.reader(
          of: input,
          isSearched: group.isSearched,
          cancellation: cancellation
        ) { read, size in
          bytesRead = read
          waiting.update(read: read)
          progress.update(read: read, of: size)
        }
        opened = reader
        try body(member.name, reader)
        streams += 1
      } catch let error as TimedMetadataError {
        if Interruption.isRequested {
          try onFailure(member.name, error)
          return (isGood, streams)
        }
        let amount = ReadAmount(byteCount: bytesRead, seconds: opened?.partialSummary?.duration)
        let error = late(error, member.name, cancellation, amount)
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
    _ cancellation: Cancellation,
    _ amount: ReadAmount
  ) -> TimedMetadataError {
    guard error.code == .cancelled, cancellation.isLate, let totalTimeout else { return error }
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
