import Formats
import Presentation
import TimedMetadata

/// Opens inputs as the options ask for.
struct InputReading: Sendable {
  let stream: StreamOptions
  let fetching: FetchSettings
  let playlists: PlaylistOptions
  let readsText: Bool
  let diagnostics: Diagnostics
  /// Whether the assets of interstitials are read.
  var readsInterstitials = false
  /// Whether all Representations of a DASH manifest are read, as judging it needs, or one of each
  /// AdaptationSet.
  var readsAllRepresentations = false

  /// Opens an input and reads its first bytes.
  /// - Parameters:
  ///   - member: The input.
  ///   - isSearched: Whether it was found in a directory rather than named.
  ///   - directory: The directory that it was found in.
  ///   - progress: Called with the bytes read and, where known, the size of the input.
  /// - Returns: Its events.
  /// - Throws: Why it cannot be read.
  func reader(
    of member: InputGroup.Member,
    isSearched: Bool = false,
    in directory: FileName? = nil,
    progress: @escaping (Int64, Int64?) -> Void
  ) async throws(TimedMetadataError) -> TimedMetadataEvents {
    try await reader(
      of: await open(member, in: directory),
      isSearched: isSearched,
      progress: progress
    )
  }

  /// Opens an input, which may have been found in a directory.
  func open(
    _ member: InputGroup.Member,
    in directory: FileName? = nil
  ) async throws(TimedMetadataError) -> OpenedInput {
    let talk = FetchTalk(input: member.name, diagnostics)
    var fetching = fetching
    fetching.directory = directory
    return try await member.open(
      fetching,
      report: { [diagnostics] message in
        diagnostics.progress.hide()
        diagnostics.log.info("\(PrintableText.escaping("\(member.name): \(message)"))")
      },
      wait: { notice in talk.report(notice) }
    )
  }

  /// Reads the first bytes of an input that has been opened.
  func reader(
    of input: OpenedInput,
    isSearched: Bool = false,
    progress: @escaping (Int64, Int64?) -> Void
  ) async throws(TimedMetadataError) -> TimedMetadataEvents {
    var options = ReaderOptions(
      program: stream.program,
      pid: stream.pid,
      limitSeconds: stream.limitSeconds,
      readsText: readsText,
      progress: progress
    )
    // Files found in a directory are not searched for payload strings: results of this tool and
    // logs repeat the tags of the streams beside them.
    options.refusesText = isSearched
    var access = playlists.access(to: input)
    access.readsInterstitials = readsInterstitials
    access.selection.isOneOfEachSetOnly = !readsAllRepresentations
    switch input.bytes {
    case .source(let source):
      return try TimedMetadataEvents(source, head: input.head, access: access, options: options)
    case .resource(let resource):
      return try await TimedMetadataEvents(
        resource,
        name: input.name,
        head: input.head,
        access: access,
        options: options
      )
    }
  }
}
