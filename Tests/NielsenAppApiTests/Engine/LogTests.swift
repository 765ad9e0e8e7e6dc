import Logging
import Synchronization
import Testing

@testable import NielsenAppApi

@Suite("the log")
struct LogTests {
  /// Keeps the lines it gets.
  final class Lines: Sendable {
    let all = Mutex<[Logger.Level]>([])
    var count: Int { all.withLock { $0.count } }
    func logger(_ level: Logger.Level) -> Logger {
      var logger = Logger(label: "test") { [self] _ in Handler(lines: self) }
      logger.logLevel = level
      return logger
    }
  }

  struct Handler: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { lines.all.withLock { $0.append(event.level) } }
  }

  static func bench(_ lines: Lines, _ appInfo: [String: String] = [:]) -> Bench {
    Bench(appInfo: Bench.appInfo.merging(appInfo) { $1 }) { $0.log = lines.logger(.info) }
  }

  @Test(
    "nol_devDebug decides what is logged",
    arguments: [
      ("DEBUG", Logger.Level.debug), ("D", .debug), ("INFO", .info), ("I", .info),
      ("WARN", .warning), ("W", .warning), ("ERROR", .error), ("E", .error),
    ]
  )
  func levels(_ text: String, _ level: Logger.Level) {
    let lines = Lines()
    let bench = Self.bench(lines, ["nol_devDebug": text])
    // Ignored: debug. Waiting too long: info. A long name: warning.
    bench.api.playheadPosition(0)
    bench.api.play(["channelName": String(repeating: "x", count: 33)])
    bench.elapsed += 1800
    bench.api.advance()
    #expect(bench.api.debug == (level == .debug))
    let seen = Set(lines.all.withLock { $0 })
    #expect(seen == Set([Logger.Level.debug, .info, .warning].filter { $0 >= level }))
  }

  @Test("another word is mentioned and changes nothing", arguments: ["", "debug", "TRACE"])
  func unknown(_ text: String) {
    let lines = Lines()
    let bench = Self.bench(lines, ["nol_devDebug": text])
    #expect(lines.count == 1)
    #expect(!bench.api.debug)
  }

  @Test("debug can be switched while running")
  func debug() {
    let lines = Lines()
    let bench = Self.bench(lines, ["nol_devDebug": "WARN"])
    bench.api.playheadPosition(0)
    #expect(lines.count == 0)
    bench.api.debug = true
    bench.api.playheadPosition(0)
    #expect(lines.count == 1)
    bench.api.debug = false
    bench.api.playheadPosition(0)
    #expect(lines.count == 1)
  }

  @Test("what has no effect is mentioned once")
  func once() {
    let lines = Lines()
    let bench = Self.bench(lines)
    for _ in 0..<3 {
      bench.api.trackViewability(["x": 1])
      bench.api.loadMetadata(["type": "ad", "ocrtag": "https://x.invalid"])
      bench.api.loadMetadata(["type": "radio"])
    }
    let before = lines.count
    #expect(before >= 3)
    bench.api.trackViewability("x")
    #expect(lines.count == before)
  }

  @Test("metadata that is not as advised is mentioned and used")
  func advice() {
    let lines = Lines()
    let bench = Self.bench(lines)
    let metadata = [
      "type": "content", "assetid": "film", "adModel": "3", "adloadtype": "x", "hasAds": "9",
      "program": String(repeating: "p", count: 26), "title": String(repeating: "t", count: 41),
      "length": "1.5", "airdate": "2024-01-31", "isfullepisode": "maybe", "dataSrc": "sms",
      "assetID": "wrong case",
    ]
    bench.api.loadMetadata(metadata)
    #expect(lines.count == metadata.count - 2)
    bench.api.playheadPosition(0)
    let ping = bench.pings.last
    #expect(ping?["sd"] == "1.5")
    #expect(ping?["c57"] == "adldf,")
    #expect(ping?["c53"] == "fef,n")
    #expect(ping?["tl"]?.count == 41)
    #expect(ping?["c77"] == "adsuprt,9")
  }
}
