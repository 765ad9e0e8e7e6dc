import Formats
import Results
import TimedMetadata

/// Opens inputs as the options ask for.
struct InputReading: Sendable {
  let stream: StreamOptions
  let fetching: FetchSettings
  let playlists: PlaylistOptions
  let readsText: Bool
  let diagnostics: Diagnostics

  /// Opens an input and looks at its first bytes.
  /// - Parameters:
  ///   - member: The input.
  ///   - cancellation: Ends the opening and the reading.
  ///   - progress: Called with the bytes read and, where known, the size of the input.
  /// - Returns: Its events.
  /// - Throws: Why it cannot be read.
  func reader(
    of member: InputGroup.Member,
    cancellation: Cancellation = .interruption,
    progress: @escaping (Int64, Int64?) -> Void
  ) throws(TimedMetadataError) -> TimedMetadataReader {
    try reader(
      of: open(member, cancellation: cancellation),
      named: member.name,
      cancellation: cancellation,
      progress: progress
    )
  }

  /// Opens an input.
  func open(
    _ member: InputGroup.Member,
    cancellation: Cancellation = .interruption
  ) throws(TimedMetadataError) -> OpenedInput {
    let talk = FetchTalk(input: member.name, diagnostics)
    return try member.open(
      fetching,
      cancellation: cancellation,
      report: { [diagnostics] message in
        diagnostics.progress.hide()
        diagnostics.log.info("\(PrintableText.escaping("\(member.name): \(message)"))")
      },
      wait: { notice in talk.tell(notice) }
    )
  }

  /// Looks at the first bytes of an input that has been opened.
  func reader(
    of input: OpenedInput,
    named name: String,
    cancellation: Cancellation = .interruption,
    progress: @escaping (Int64, Int64?) -> Void
  ) throws(TimedMetadataError) -> TimedMetadataReader {
    let options = ReaderOptions(
      program: stream.program,
      pid: stream.pid,
      limitSeconds: stream.limitSeconds,
      readsText: readsText,
      progress: progress,
      libraryMessage: { [diagnostics] message in
        diagnostics.progress.hide()
        diagnostics.log.info(
          "\(PrintableText.escaping("\(name): libavformat: \(message)"))"
        )
      },
      isCancelled: { cancellation.isRequested }
    )
    return try TimedMetadataReader(
      input.source,
      playlistAccess: playlists.access(to: input),
      options: options
    )
  }
}
