import ArgumentParser
import Formats
import Glibc
import Logging
import Records
import Synchronization
import System
import TimedMetadata

/// Writes the command's messages to standard error, in lines like `id3tap: INPUT: what happened: what to do`. Any
/// thread may write messages.
final class Diagnostics: Sendable {
  let isQuiet: Bool
  /// Logs the details that `--verbose` shows.
  let log: Logger
  let progress: ProgressLine
  /// The latest burst of losses, keyed by input and kind of loss.
  private let reported = Mutex<[Loss: Burst]>([:])

  private struct Loss: Hashable {
    var input: String
    var id: NoteID
  }

  private struct Burst {
    var start: ContinuousClock.Instant
    var count = 0
  }

  init(isQuiet: Bool, isVerbose: Bool, showsProgress: Bool) {
    self.isQuiet = isQuiet
    progress = ProgressLine(
      isEnabled: showsProgress && !isQuiet && TerminalDescriptor.isTerminal(STDERR_FILENO),
      write: StandardError.write
    )
    let handler: any LogHandler =
      isVerbose ? StandardErrorLogHandler() : SwiftLogNoOpLogHandler()
    log = Logger(label: "id3tap") { _ in handler }
  }

  /// Reports a failure. `text` names the input, what happened, and what to do.
  func failure(_ text: String) {
    progress.hide()
    StandardError.write("id3tap: \(PrintableText.escaping(text))\n")
  }

  /// Reports a fact that is not a failure, except with `--quiet`.
  func notice(_ text: String) {
    guard !isQuiet else { return }
    failure(text)
  }

  /// The notes that ``note(_:in:)`` reports as notices.
  private static let losses: Set<NoteID> = [
    "hls-playlist-missing", "hls-playlist-stale", "hls-window-missed", "hls-segment-missing",
    "hls-segment-gap", "hls-initialization-missing", "hls-playlist-captured",
    .joinedHole, .reloadNotBlocking, .manifestUnused,
  ]
  /// The maximum number of losses of one kind that are reported for an input within ``burst``. A recording may have
  /// thousands.
  private static let lossesInBurst = 5
  private static let burst: Duration = .seconds(10)

  /// Reports a note about a stream: the first losses of a burst as notices, all other notes in the log.
  func note(_ note: StreamNote, in input: String) {
    if Self.losses.contains(note.id) {
      let count = countInBurst(Loss(input: input, id: note.id))
      if count <= Self.lossesInBurst {
        let place = [note.rendition, note.segment].compactMap { $0 }.joined(separator: ", ")
        return notice("\(input): \(place.isEmpty ? "" : "\(place): ")\(note.detail)")
      }
      if count == Self.lossesInBurst + 1 {
        notice("\(input): more losses of this kind: list them with --verbose")
      }
    }
    log(note, in: input)
  }

  func log(_ note: StreamNote, in input: String) {
    progress.hide()
    let places = [
      note.rendition, note.segment, note.time.map { "\(Decimals.fixed($0) ?? "-") s" },
      note.offset.map { "byte \($0)" },
    ].compactMap { $0 }
    let place = places.isEmpty ? "" : " at \(places.joined(separator: ", "))"
    log.info("\(PrintableText.escaping("\(input): \(note.id.rawValue)\(place): \(note.detail)"))")
  }

  private func countInBurst(_ loss: Loss) -> Int {
    let now = ContinuousClock.now
    return reported.withLock { reported in
      var burst = reported[loss] ?? Burst(start: now)
      if now - burst.start > Self.burst { burst = Burst(start: now) }
      burst.count += 1
      reported[loss] = burst
      return burst.count
    }
  }

  /// Logs a marker of a playlist, or of SCTE-35 in the media.
  func marker(_ marker: TimelineMarker, in input: String) {
    progress.hide()
    let words = [
      marker.kind.rawValue, marker.id, marker.time.map { "at \(Decimals.fixed($0) ?? "-") s" },
      marker.duration.map { "for \(Decimals.fixed($0) ?? "-") s" },
    ].compactMap { $0 }
    log.info("\(PrintableText.escaping("\(input): \(words.joined(separator: " "))"))")
  }
}

enum StandardError {
  static func write(_ text: String) {
    // If standard error is closed, the text is lost.
    _ = DescriptorWriter.write(Array(text.utf8), to: STDERR_FILENO)
  }
}

/// Writes log messages as lines in the format of diagnostics.
struct StandardErrorLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .debug

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = metadata.merging(event.metadata ?? [:]) { _, new in new }
      .sorted { $0.key < $1.key }
      .map { " \($0.key)=\($0.value)" }
    let line = event.message.description + details.joined()
    StandardError.write("id3tap: \(PrintableText.escaping(line))\n")
  }
}

struct TalkOptions: ParsableArguments {
  @Flag(help: "Report only failures on standard error.")
  var quiet = false

  @Flag(help: "Report everything unusual on standard error.")
  var verbose = false

  @Flag(help: "Do not show progress on a terminal.")
  var noProgress = false

  func validate() throws {
    if quiet, verbose {
      throw ValidationError("--quiet and --verbose exclude each other.")
    }
  }

  func diagnostics() -> Diagnostics {
    Diagnostics(isQuiet: quiet, isVerbose: verbose, showsProgress: !noProgress)
  }
}
