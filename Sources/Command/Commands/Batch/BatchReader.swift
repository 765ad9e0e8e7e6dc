import Conformance
import Playback
import Records
import TimedMetadata

/// Reads inputs of a batch: one pass gives tags, verdict and pings.
struct BatchReader: Sendable {
  let reading: InputReading
  /// The tasks for each input.
  let tasks: Set<RecordKind>
  let check: CheckOptions
  /// The templates with the expected content of channels; nil: no template was given.
  let templates: ChannelTemplates?
  let playback: PlaybackSettings
  /// How long an input may take; nil: as long as it takes.
  let timeout: Duration?
  /// Counts the compressed files among what was found.
  let skipped = SkippedFiles()
  /// The directories that were searched: playlists in them reach all files below them.
  var directories: [FileName] = []

  /// Reads an input and passes its rows to `recorder`.
  /// - Parameters:
  ///   - member: The input.
  ///   - isSearched: Whether it was found rather than named: it may not be a stream.
  ///   - recorder: Takes the rows.
  ///   - deadline: When its time is over, and the task is cancelled; nil: never.
  ///   - progress: Gets the number of bytes read since it was last called.
  /// - Returns: The result; nil when an end was requested.
  /// - Throws: ``ResultsDatabaseError``.
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
      // The viewer may have been stopped in the middle of what is played at the end.
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

  /// The directory in which an input was found.
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
