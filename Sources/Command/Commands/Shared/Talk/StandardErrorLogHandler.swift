import Formats
import Logging

/// Writes log messages as lines of the same form as the diagnostics.
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
