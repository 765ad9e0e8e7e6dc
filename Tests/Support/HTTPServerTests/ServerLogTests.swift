import Logging
import Synchronization
import Testing

@testable import HTTPServer

@Suite("log messages of libmicrohttpd")
struct ServerLogTests {
  /// Collects log messages.
  private final class Lines: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  private struct Recorder: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    init(_ lines: Lines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.add("\(event.level) \(event.message)") }
  }

  private let lines = Lines()
  private let log: ServerLog

  init() {
    let recorder = Recorder(lines)
    log = ServerLog(
      ListeningAddress(port: 8977),
      logger: Logger(label: "command") { _ in recorder }
    )
  }

  @Test("problems of the server are logged as warnings, and problems of clients at lower levels")
  func warnings() {
    log.report("Error accepting connection: Too many open files\n")
    log.report("Connection was closed while sending response body.\n")
    log.refused("invalid URL", from: "127.0.0.1")
    #expect(
      lines.all == [
        "warning 127.0.0.1:8977: HTTP server warning (Error accepting connection: Too many open files): "
          + "restart the server if it does not answer",
        "debug 127.0.0.1:8977: the server reports: Connection was closed while sending response body",
        "info 127.0.0.1: a request cannot be parsed (invalid URL) and is answered with 400: "
          + "check its header fields, and the percent-encoding of its URL",
      ]
    )
  }

  @Test("messages of libmicrohttpd are not logged while a server stops") func ending() {
    log.end()
    log.report("Error accepting connection: cut off")
    #expect(lines.all.isEmpty)
  }
}
