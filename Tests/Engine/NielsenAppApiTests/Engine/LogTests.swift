import Logging
import Synchronization
import Testing

@testable import NielsenAppApi

@Suite("the log")
struct LogTests {
  final class Lines: Sendable {
    let all = Mutex<[Logger.Level]>([])
    let texts = Mutex<[String]>([])
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
    func log(event: LogEvent) {
      lines.all.withLock { $0.append(event.level) }
      lines.texts.withLock { $0.append(event.message.description) }
    }
  }

  static func bench(_ lines: Lines, _ appInfo: [String: String] = [:]) -> Bench {
    Bench(appInfo: Bench.appInfo.merging(appInfo) { $1 }) { $0.log = lines.logger(.info) }
  }

  @Test(
    "nol_devDebug sets the level of the log",
    arguments: [
      ("DEBUG", Logger.Level.debug), ("D", .debug), ("INFO", .info), ("I", .info),
      ("WARN", .warning), ("W", .warning), ("ERROR", .error), ("E", .error),
    ]
  )
  func levels(_ text: String, _ level: Logger.Level) {
    let lines = Lines()
    let bench = Self.bench(lines, ["nol_devDebug": text])
    // An ignored call is logged as debug, a timeout as info, and a long name as a warning.
    bench.api.playheadPosition(0)
    bench.api.play(["channelName": String(repeating: "x", count: 33)])
    bench.elapsed += 1800
    bench.api.advance()
    #expect(bench.api.debug == (level == .debug))
    let seen = Set(lines.all.withLock { $0 })
    #expect(seen == Set([Logger.Level.debug, .info, .warning].filter { $0 >= level }))
  }

  @Test(
    "an unknown value of nol_devDebug causes a warning and changes nothing",
    arguments: ["", "debug", "TRACE"]
  )
  func unknown(_ text: String) {
    let lines = Lines()
    let bench = Self.bench(lines, ["nol_devDebug": text])
    #expect(lines.count == 1)
    #expect(!bench.api.debug)
  }

  @Test("the debug property sets and resets the level of the log")
  func debug() {
    let lines = Lines()
    let bench = Self.bench(lines, ["nol_devDebug": "WARN"])
    bench.api.playheadPosition(0)
    #expect(lines.count == 0)
    // The call and the reason for ignoring it are logged.
    bench.api.debug = true
    bench.api.playheadPosition(0)
    #expect(lines.count == 2)
    bench.api.debug = false
    bench.api.playheadPosition(0)
    #expect(lines.count == 2)
  }

  @Test("a repeated call for something that is not measured is logged once")
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

  @Test("metadata that goes against the documents' advice is used with a warning")
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

  @Test(
    "seed #221: DEBUG logs a line for each call and each ping, without ids in the lines of calls"
  )
  func callsAndPings() {
    let lines = Lines()
    let bench = Self.bench(lines, ["nol_devDebug": "DEBUG", "hem_sha256": "0f0f"])
    bench.api.play(["channelName": "X"])
    bench.api.loadMetadata(["type": "content", "assetid": "film", "adobeId": "secret"])
    bench.api.playheadPosition(0)
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.updateOTT(["ottStatus": "1", "ottType": "casting", "ottDeviceID": "secret"])
    bench.api.userOptOut("nielsenappsdk://1")
    bench.api.play("{")
    bench.api.stop()
    bench.api.end()
    bench.api.staticEnd()
    bench.api.appDisableApi = true
    bench.api.close()
    let texts = lines.texts.withLock { $0 }
    let calls = texts.filter { $0.hasPrefix("call ") }
    #expect(
      calls == [
        "call play channelName=X", "call loadMetadata type=content assetid=film",
        "call playheadPosition 0", "call sendID3 of 249 bytes",
        "call updateOTT ottStatus=1 ottType=casting", "call userOptOut out",
        "call play with an argument that is not an object", "call stop", "call end",
        "call staticEnd", "call appDisableApi true", "call close",
      ]
    )
    let pings = texts.filter { $0.hasPrefix("ping ") }
    #expect(
      pings == bench.pings.map { "ping \($0.product.rawValue) \($0.type.rawValue) \($0.url)" }
    )
    #expect(pings.count > 4)
  }

  @Test(
    "seed #43, #44, #187, #188: invalid JSON and values of unexpected types are logged as errors"
  )
  func errors() {
    let lines = Lines()
    let bench = Self.bench(lines)
    bench.api.play(1)
    bench.api.loadMetadata("{")
    bench.api.updateOTT([1])
    let texts = lines.texts.withLock { $0 }
    #expect(texts.count == 3)
    #expect(texts.first?.hasPrefix("error 1 FailedParseStartInfo: play: the channel is") == true)
    #expect(texts.dropFirst().allSatisfy { $0.hasPrefix("error 2 FailedParseMetadata: ") })
    #expect(lines.all.withLock { Set($0) } == [.error])
  }

  @Test(
    "seed #45, #46, #189, #190: wrong value types and wrong key cases are logged with the remedy"
  )
  func spelling() {
    let lines = Lines()
    let bench = Self.bench(lines)
    bench.api.play(["ChannelName": "X"])
    bench.api.loadMetadata(["type": "content", "assetID": "film", "length": 123] as [String: Any])
    let texts = lines.texts.withLock { $0 }
    for remedy in ["write 'channelName'", "write 'assetid'", "pass \"123\""] {
      #expect(texts.contains { $0.contains(remedy) }, "\(remedy)")
    }
  }

  @Test(
    "seed #2, #144, #145, #197, #278, #353: audio and fields that are in no ping are logged once"
  )
  func notMeasured() {
    let lines = Lines()
    let bench = Self.bench(lines, ["nol_devDebug": "WARN"])
    for _ in 0..<3 {
      bench.api.loadMetadata(["type": "radio", "stationType": "3"])
      bench.api.loadMetadata(["type": "ad", "ocrtag": "https://x.invalid"])
      bench.api.loadMetadata(["type": "content", "nol_c1": "p1,x", "cvw": "1", "nol_c2": "p2,y"])
    }
    let texts = lines.texts.withLock { $0 }
    #expect(texts.count == 4)
    for word in ["'radio'", "'ocrtag'", "{custom.nol_c1}", "{custom.nol_c2}"] {
      #expect(texts.contains { $0.contains(word) }, "\(word)")
    }
  }

  @Test("a market field that a template uses is sent without a warning")
  func marketField() {
    let lines = Lines()
    let bench = Bench {
      $0.log = lines.logger(.warning)
      $0.configuration.pings["dcr"]?.entries.append(
        PingTemplateEntry(name: "c99", source: .variable(.custom("nol_c1")))
      )
    }
    bench.begin(["type": "content", "assetid": "film", "nol_c1": "p1,x"])
    bench.api.playheadPosition(0)
    #expect(bench.pings.last?["c99"] == "p1,x")
    #expect(lines.count == 0)
  }
}
