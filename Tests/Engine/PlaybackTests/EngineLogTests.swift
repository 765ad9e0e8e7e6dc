import Logging
import NielsenAppApi
import Synchronization
import Testing

@testable import Playback

/// The log messages of the engine while a stream is played.
@Suite("the engine's log messages during playback")
struct EngineLogTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])

    func logger(_ level: Logger.Level) -> Logger {
      Logger(label: "test") { [self] _ in Handler(lines: self, logLevel: level) }
    }
  }

  private struct Handler: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.all.withLock { $0.append("\(event.level): \(event.message)") }
    }
  }

  private static func lines(
    _ level: Logger.Level,
    _ change: (inout PlaybackOptions) -> Void
  ) throws -> [String] {
    let lines = Lines()
    _ = try SampleTags.pings([SampleTags.tag(0)], duration: 3) {
      $0.log = lines.logger(level)
      change(&$0)
    }
    return lines.all.withLock { $0 }
  }

  @Test("correct input causes no log messages")
  func clean() throws { #expect(try Self.lines(.info) { _ in }.isEmpty) }

  @Test("a key in the wrong case is logged with the right key")
  func spelling() throws {
    let lines = try Self.lines(.info) { $0.metadata = ["type": "content", "assetID": "a"] }
    #expect(lines == ["warning: loadMetadata: the key 'assetID' is unknown: write 'assetid'"])
  }

  @Test("seed #25: nol_devDebug sets the level of the log, whatever its level was before")
  func debug() throws {
    let lines = try Self.lines(.critical) { $0.appInfo["nol_devDebug"] = "DEBUG" }
    #expect(lines.filter { $0.hasPrefix("debug: call playheadPosition ") }.count == 4)
    #expect(lines.contains { $0.hasPrefix("debug: ping session session https://") })
  }
}
