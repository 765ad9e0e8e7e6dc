import Logging
import Synchronization
import Testing

@testable import StreamServer

@Suite("what the frameworks below a server log")
struct ServerLogHandlerTests {
  /// Keeps what is logged.
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
  private let end = ServerLogHandler.End()

  private func server() -> Logger {
    let recorder = Recorder(lines)
    let handler = ServerLogHandler(
      ListeningAddress(port: 8977),
      end: end,
      logger: Logger(label: "command") { _ in recorder }
    )
    return Logger(label: "server") { _ in handler }
  }

  @Test("warnings come in the form of messages, without identifiers; the rest does not come")
  func warnings() {
    var logger = server()
    logger[metadataKey: "hb.request.id"] = "7"
    for level in [Logger.Level.trace, .debug, .info, .notice, .warning, .error] {
      logger.log(level: level, "a \(level)", metadata: ["a": "b"])
    }
    #expect(
      lines.all
        == ["warning", "error"].map { level in
          "\(level) 127.0.0.1:8977: the server warns (a \(level)): start it again if it does not answer"
        }
    )
  }

  @Test("nothing comes of the end of a server") func ending() {
    let logger = server()
    end.begin()
    logger.error("connections are cut off")
    #expect(lines.all.isEmpty)
  }
}
