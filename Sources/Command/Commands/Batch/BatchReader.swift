import Conformance
import Playback
import Records
import TimedMetadata

/// Reads the inputs of a batch: one pass gives tags, verdict and pings.
struct BatchReader: Sendable {
  let reading: InputReading
  let tasks: Set<RecordKind>
  let check: CheckOptions
  let templates: ChannelTemplates?
  let playback: PlaybackSettings
  let timeout: Duration?
  /// Counts the compressed files and archives that were found in directories.
  let skipped = SkippedFiles()
  /// The directories that were searched. A playlist found in one of them may refer to every file in it.
  var directories: [FileName] = []

  /// Reads an input and passes its rows to `recorder`.
  /// - Parameters:
  ///   - member: The input.
  ///   - isSearched: Whether the input was found in a directory and might therefore not be a stream.
  ///   - recorder: Receives the rows.
  ///   - deadline: The time limit, after which the task is cancelled. Nil means no limit.
  ///   - progress: Called with the number of bytes read since its last call.
  /// - Returns: The result. Nil if reading was cancelled for a reason other than the deadline, such as an interruption.
  /// - Throws: ``ResultsDatabaseError``, ``PlaybackError``.
  func read(
    _ member: InputGroup.Member,
    isSearched: Bool,
    to recorder: InputRecorder,
    until deadline: ContinuousClock.Instant?,
    progress: @escaping (Int64) -> Void
  ) async throws -> InputResult? {
    let pass = BatchPass(self, member.name)
    var bytes: Int64 = 0
    do {
      let events = try await reading.reader(
        of: member,
        isSearched: isSearched,
        in: isSearched ? directory(of: member) : nil
      ) { read, _ in
        progress(read - bytes)
        bytes = read
      }
      try await pass.read(events, recorder)
      // Playback at the end of the input may have been cut short by a cancellation.
      if Task.isCancelled { throw tooLate(member.name, .cancelled) }
      return InputResult(
        .done,
        did: tasks,
        bytes: bytes,
        report: pass.report(failure: nil),
        pingsWithoutGaps: pass.pingsWithoutGaps
      )
    } catch let error as TimedMetadataError {
      let isCancelled = error.code == .cancelled
      let isLate = isCancelled && !Interruption.isRequested && deadline.map { $0 <= .now } ?? false
      guard isLate || !isCancelled else { return nil }
      if isSearched, error.meansNoStream(in: member.name) {
        skipped.count(error)
        return InputResult(.noStream, did: tasks)
      }
      let failure = isLate ? tooLate(member.name, .cannotRead) : error
      try pass.fail(recorder)
      return InputResult(
        isLate ? .timedOut : .unreadable,
        error: failure.description,
        did: tasks,
        bytes: bytes,
        report: pass.report(failure: failure)
      )
    }
  }

  private func directory(of member: InputGroup.Member) -> FileName? {
    guard let name = member.fileName else { return nil }
    return directories.first { name.bytes.starts(with: $0.appending([]).bytes) }
  }

  private func tooLate(
    _ input: String,
    _ code: TimedMetadataError.Code
  ) -> TimedMetadataError {
    .tooLate(input, code, after: timeout ?? .zero, option: "--total-timeout")
  }
}
