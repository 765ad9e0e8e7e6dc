import Formats
import HTTP
import Presentation
import Synchronization
import TimedMetadata

/// Opens inputs with the settings of a command.
struct InputReading: Sendable {
  let stream: StreamOptions
  let fetching: FetchSettings
  let playlists: PlaylistOptions
  let readsText: Bool
  let diagnostics: Diagnostics
  var readsInterstitials = false
  /// Whether all Representations of a DASH manifest are read, as a verdict requires, or only one per AdaptationSet.
  var readsAllRepresentations = false

  /// Opens an input and reads its first bytes.
  /// - Parameters:
  ///   - member: The input.
  ///   - isSearched: Whether the input was found in a directory, not named.
  ///   - directory: The directory in which the input was found.
  ///   - progress: Called with the number of bytes read and, if known, the size of the input.
  /// - Returns: The events of the input.
  /// - Throws: An error if the input cannot be read.
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

  /// Opens an input. `directory` is the directory in which it was found.
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

  /// Reads the first bytes of an opened input, and returns its events.
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
    // Text files in a directory are not searched for payload strings, because results and logs repeat the tags of the
    // streams.
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

/// Reports why an input waits for the network. Any thread may call its functions.
final class FetchTalk: Sendable {
  /// The minimum time between two notices, because many resources may wait for the same server. Notices in between are
  /// only logged.
  private static let interval: Duration = .seconds(3)

  private let input: String
  private let diagnostics: Diagnostics
  /// The time of the last notice.
  private let latest = Mutex<ContinuousClock.Instant?>(nil)

  init(input: String, _ diagnostics: Diagnostics) {
    self.input = input
    self.diagnostics = diagnostics
  }

  /// Reports a wait of several seconds. Shorter waits are logged.
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

struct ReadAmount {
  var byteCount: Int64
  /// The duration of the content, in seconds. Nil if it is unknown.
  var seconds: Double?

  /// The amount as text, such as `12.0 s of its content were read (158484 bytes)`.
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
  /// The error for an input that exceeds its time limit. `amount` was read before the limit, and `option` sets the
  /// limit.
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
