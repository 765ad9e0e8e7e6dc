import Formats
import Logging
import Synchronization

/// Writes the engine's messages about one input to standard error: warnings, and nothing with `--quiet`. `--verbose`
/// adds errors and the levels `info` and `notice`. With `nol_devDebug` in appInfo, the app sets the level.
struct EngineLog: LogHandler {
  let diagnostics: Diagnostics
  let input: String
  /// Whether each error is reported immediately, in addition to the number of errors at the end.
  private let reportsErrors: Bool
  /// The reported messages with a level above `debug`. They are not reported again.
  private let reported = ReportedLines()
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  private final class ReportedLines: Sendable {
    let lines = Mutex<Set<String>>([])
  }

  /// The maximum number of remembered messages, which limits memory. Once it is reached, every message is reported.
  private static let reportedLimit = 1000

  init(_ diagnostics: Diagnostics, input: String, isAsked: Bool) {
    self.diagnostics = diagnostics
    self.input = input
    let isVerbose = diagnostics.log.logLevel <= .info
    reportsErrors = isVerbose || isAsked
    logLevel = isVerbose ? .info : .warning
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    guard !diagnostics.isQuiet, reportsErrors || event.level <= .warning else { return }
    let text = event.message.description
    let isNew = reported.lines.withLock { lines in
      guard event.level > .debug, lines.count < Self.reportedLimit else { return true }
      return lines.insert(text).inserted
    }
    guard isNew else { return }
    diagnostics.progress.hide()
    let line = "\(input): engine: \(event.level): \(text)"
    StandardError.write("id3tap: \(PrintableText.escaping(line))\n")
  }
}

extension Diagnostics {
  /// The log of the engine that plays `input`. `isAsked` is true if appInfo requests it (`nol_devDebug`).
  func engineLog(for input: String, isAsked: Bool) -> Logger {
    Logger(label: "engine") { _ in EngineLog(self, input: input, isAsked: isAsked) }
  }
}
