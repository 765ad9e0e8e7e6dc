import Formats
import HTTP
import Presentation
import Synchronization
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
      readsText: readsText
    )
    // Files found in a directory are not searched for payload strings: results of this tool and
    // logs repeat the tags of the streams beside them.
    options.refusesText = isSearched
    var access = playlists.access(to: input)
    access.readsInterstitials = readsInterstitials
    access.selection.isOneOfEachSetOnly = !readsAllRepresentations
    let events: TimedMetadataEvents
    switch input.bytes {
    case .source(let source):
      events = try TimedMetadataEvents(source, head: input.head, access: access, options: options)
    case .resource(let resource):
      events = try await TimedMetadataEvents(
        resource,
        name: input.name,
        head: input.head,
        access: access,
        options: options
      )
    }
    events.onProgress = progress
    return events
  }
}

/// Reports what an input waits for on the network. Any thread may call it.
final class FetchTalk: Sendable {
  /// The least time between two lines, as many resources may wait for the same server. The others
  /// are reported with `--verbose`.
  private static let interval: Duration = .seconds(3)

  private let input: String
  private let diagnostics: Diagnostics
  /// When the last line was written.
  private let latest = Mutex<ContinuousClock.Instant?>(nil)

  init(input: String, _ diagnostics: Diagnostics) {
    self.input = input
    self.diagnostics = diagnostics
  }

  /// Reports what takes seconds; logs the rest.
  func report(_ notice: FetchNotice) {
    let place = notice.url == input ? input : "\(input): \(notice.url)"
    guard notice.isLong, isTimely() else {
      diagnostics.progress.hide()
      return diagnostics.log.info("\(PrintableText.escaping("\(place): \(notice.text)"))")
    }
    diagnostics.notice("\(place): \(notice.text)")
  }

  private func isTimely() -> Bool {
    let now = ContinuousClock.now
    return latest.withLock { latest in
      if let latest, now - latest < Self.interval { return false }
      latest = now
      return true
    }
  }
}

/// How much of an input was read.
struct ReadAmount {
  /// The bytes, of all renditions together.
  var byteCount: Int64
  /// The seconds of content; nil where they are not known.
  var seconds: Double?

  /// `12.0 s of its content were read (158484 bytes)`.
  var words: String {
    guard byteCount > 0 else { return "nothing was read" }
    guard let seconds, seconds > 0, let text = Decimals.seconds((seconds * 10).rounded() / 10)
    else {
      return "its first \(byteCount) bytes were read"
    }
    return "\(text) s of its content were read (\(byteCount) bytes)"
  }
}

extension TimedMetadataError {
  /// An input took longer than it may.
  /// - Parameters:
  ///   - input: Its name.
  ///   - code: The kind of error to report.
  ///   - limit: How long it may take.
  ///   - amount: A description of how much had been read by then; nil: unknown.
  ///   - option: The option that sets the limit.
  /// - Returns: The error that says so.
  static func tooLate(
    _ input: String,
    _ code: Code = .cannotRead,
    after limit: Duration,
    amount: ReadAmount? = nil,
    option: String
  ) -> TimedMetadataError {
    let parts = limit.components
    let seconds = Decimals.seconds(Double(parts.seconds) + Double(parts.attoseconds) / 1e18) ?? "-"
    return TimedMetadataError(
      code,
      input: input,
      reason: "took longer than \(seconds) s\(amount.map { "; \($0.words)" } ?? "")",
      remedy: "raise \(option), or read less with --limit-seconds"
    )
  }
}
