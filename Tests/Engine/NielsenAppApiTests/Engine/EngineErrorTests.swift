import Logging
import Synchronization
import Testing

@testable import NielsenAppApi

@Suite("errors and events")
struct EngineErrorTests {
  @Test("the numbers of events and errors equal the numbers in the reference")
  func numbers() {
    #expect(AppApiEventCode.allCases.map(\.rawValue) == [2001, 2002])
    #expect(LogCode.allCases.map(\.rawValue) == Array(1...15))
    #expect(AppApiErrorCode.allCases.map(\.rawValue) == Array(1001...1009))
    #expect(LogCode.failedCreateUrl.name == "FailedCreateUrl")
    #expect(AppApiErrorCode.emptyValue.name == "AppApiEmptyValue")
  }

  @Test("the startup event comes before the session ping")
  func start() throws {
    let bench = Bench()
    #expect(bench.events == [2001])
    #expect(bench.pings.map(\.type) == [.session])
    let event = try #require(bench.api.lastEventDict)
    #expect(event["EventStatus"] as? Int == 2001)
    #expect(event["TimeStamp"] as? String == "2023-11-14 18:00:00 +0000")
    #expect(event["Event Description"] is String)
    guard case .event = bench.all.first else {
      Issue.record("the event does not come first")
      return
    }
  }

  @Test(
    "invalid appInfo raises its error and makes no instance",
    arguments: [
      (["appname": "a"], 1007), (["appid": " "], 1007), (["appid": "P", "appname": ""], 1005),
      (["appid": "P", "appversion": " "], 1006),
    ]
  )
  func appInfo(_ appInfo: [String: String], _ code: Int) {
    let bench = Bench(appInfo: appInfo)
    #expect(!bench.isMade)
    #expect(bench.all == [.error(code)])
  }

  @Test("a delegate that closes an instance that failed to start gets the error once")
  func closingAtTheStart() {
    final class Closer: NielsenAppApiDelegate {
      let count = Mutex(0)
      func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        let isRunaway = count.withLock { count in
          count += 1
          return count > 10
        }
        guard !isRunaway else { return }
        appApi.close()
        appApi.stop()
      }
    }
    let closer = Closer()
    let api = NielsenAppApi(appInfo: [:], delegate: closer, environment: .offline(seed: 0))
    #expect(api == nil)
    #expect(closer.count.withLock { $0 } == 1)
  }

  @Test("an invalid limit of instances is error 5, and the instance is still made")
  func brokenLimit() {
    let bench = Bench { $0.configuration.limits.instancesPerAppId = -1 }
    #expect(bench.isMade)
    #expect(bench.errors == [5])
  }

  @Test("the warning that audio is not measured is given once")
  func radio() throws {
    var environment = EngineEnvironment.offline(seed: 0)
    environment.log = Logger(label: "radio") { StreamLogHandler.standardError(label: $0) }
    let appInfo = CallArgument(Bench.appInfo)
    var engine = try Engine(appInfo: appInfo, environment: environment, at: 0)
    let radio = CallArgument(["type": "radio"])
    let outputs = (0..<3).flatMap { engine.handle(.loadMetadata(radio), at: $0) }
    let lines = outputs.filter {
      if case .log(_, let text) = $0 { text.contains("is not measured") } else { false }
    }
    #expect(lines.count == 1)
  }

  @Test("appInfo that is not an object is error 1007")
  func wrongForm() {
    #expect(Bench(appInfo: 5).all == [.error(1007)])
    #expect(Bench(appInfo: "{").all == [.error(1007)])
    #expect(Bench(appInfo: "[]").all == [.error(1007)])
    #expect(Bench(appInfo: [1: "x"]).all == [.error(1007)])
  }

  @Test("the placeholder of the documents is accepted as an app id")
  func placeholder() {
    #expect(Bench(appInfo: ["appid": "PXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"]).isMade)
  }

  @Test("a fifth instance with one app id is refused until another instance is closed")
  func instances() {
    let registry = InstanceRegistry()
    let benches = (0..<4).map { _ in Bench { $0.instances = registry } }
    #expect(benches.map(\.isMade).allSatisfy { $0 })
    let fifth = Bench { $0.instances = registry }
    #expect(!fifth.isMade)
    #expect(fifth.errors == [1008])
    #expect(Bench(appInfo: ["appid": "other"]) { $0.instances = registry }.isMade)
    benches[0].drop()
    #expect(Bench { $0.instances = registry }.isMade)
    benches[1].api.close()
    #expect(Bench { $0.instances = registry }.isMade)
  }

  @Test("a limit of 0 allows any number of instances")
  func noLimit() {
    let registry = InstanceRegistry()
    let benches = (0..<9).map { _ in
      Bench {
        $0.instances = registry
        $0.configuration.limits.instancesPerAppId = 0
      }
    }
    #expect(benches.map(\.isMade).allSatisfy { $0 })
  }

  @Test("blank names and ids are error 1004 and count as absent")
  func blankValues() {
    let bench = Bench()
    bench.api.play(["channelName": " "])
    bench.api.loadMetadata(["type": "content", "assetid": ""])
    bench.api.sendID3(SamplePayload.distributorTag(0))
    bench.api.end()
    #expect(bench.errors == [1004, 1004])
    #expect(bench.pings.last?["channame"] == "defaultChannelName")
  }

  @Test(
    "metadata without a usable type or section is error 2",
    arguments: [
      [:], ["type": ""], ["type": "film"], ["Type": "content"], ["type": "static"],
      ["type": "static", "section": " "],
    ] as [[String: String]]
  )
  func metadata(_ metadata: [String: String]) {
    let bench = Bench()
    bench.api.loadMetadata(metadata)
    #expect(bench.errors == [2])
  }

  @Test(
    "playheads outside the ranges of VOD and live are error 15",
    arguments: [-1, 10_000_000_000, 1_699_984_800_000, Int64.min, Int64.max]
  )
  func playheads(_ position: Int64) {
    let bench = Bench()
    bench.begin()
    bench.api.playheadPosition(position)
    #expect(bench.errors == [15])
  }

  @Test("a playhead in a different range from the asset's earlier ones is error 15 and ignored")
  func rangeChange() {
    let bench = Bench()
    bench.begin()
    bench.play(0...10, tag: Bench.everyTen)
    bench.api.playheadPosition(1_699_984_811)
    #expect(bench.errors == [15])
    bench.play(11...20)
    bench.api.end()
    #expect(bench.dtvr.last?["c27"] == "cln,20")
  }

  @Test("the playheads of an ad may be in a different range from those of its content")
  func rangeOfAds() {
    let bench = Bench()
    bench.begin()
    bench.api.playheadPosition(1_699_984_800)
    bench.api.loadMetadata(["type": "ad"])
    bench.api.playheadPosition(0)
    bench.api.loadMetadata(Bench.content)
    bench.api.playheadPosition(1_699_984_801)
    #expect(bench.errors.isEmpty)
    bench.api.playheadPosition(5)
    #expect(bench.errors == [15])
  }

  @Test("an invalid playhead does not resume a paused session")
  func invalidDoesNotResume() {
    let bench = Bench()
    bench.begin()
    bench.play(0...10, tag: Bench.everyTen)
    bench.api.stop()
    bench.clear()
    bench.api.playheadPosition(-1)
    bench.api.sendID3(SamplePayload.distributorTag(20))
    bench.api.stop()
    #expect(bench.pings.isEmpty)
  }

  @Test("an empty required parameter is error 7 and makes no ping")
  func missingParameter() {
    let bench = Bench { $0.configuration.client.ci = "" }
    bench.begin()
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.errors == [7])
    #expect(bench.pings.map(\.product) == [.session, .tsv])
  }

  @Test("metadata can provide a required parameter for its asset")
  func metadataFills() {
    let bench = Bench { $0.configuration.client.ci = "" }
    bench.begin(["type": "content", "clientid": "se-910685", "subbrand": "b07"])
    bench.api.sendID3(SamplePayload.distributorTag(0))
    #expect(bench.errors.isEmpty)
    #expect(bench.dtvr.last?["ci"] == "se-910685")
    #expect(bench.dtvr.last?["c6"] == "mtvr,b07")
  }

  @Test("a product without a template or an endpoint is error 6, and the other products continue")
  func missingTemplate() {
    let bench = Bench {
      $0.configuration.pings["dtvr.aqh"] = nil
      $0.configuration.endpoints["trans"] = "collector"
    }
    #expect(bench.errors == [6, 6])
    #expect(bench.events == [2001])
    bench.begin()
    bench.play(0...300, tag: Bench.everyTen)
    bench.api.end()
    #expect(Set(bench.pings.map(\.type)) == [.session, .lookup, .impression, .view, .duration])
  }

  @Test("an invalid configuration is error 5 and disables the engine")
  func brokenConfiguration() {
    let changes: [@Sendable (inout EngineConfiguration) -> Void] = [
      { $0.thresholds.minuteSeconds = 0 }, { $0.thresholds.segmentMinutes = Int.max },
      { $0.rawID3.maxTags = 0 }, { $0.defaults.nullCid = "x" },
      { $0.dtvr.duplicateWindow = -1 }, { $0.identity.fpidDays = Int.min },
    ]
    for change in changes {
      let bench = Bench { change(&$0.configuration) }
      #expect(bench.isMade)
      #expect(bench.errors == [5])
      #expect(bench.events.isEmpty)
      bench.begin()
      bench.play(0...60, tag: Bench.everyTen)
      #expect(bench.pings.isEmpty)
      bench.api.close()
      #expect(bench.events == [2002])
    }
  }

  @Test("at most one error ping is made per code and viewing session")
  func errorPings() {
    let bench = Bench { $0.configuration.products.error = true }
    bench.api.loadMetadata("{")
    bench.api.loadMetadata("{")
    bench.begin()
    bench.api.sendID3("www.nielsen.com/a")
    bench.api.sendID3("www.nielsen.com/b")
    bench.api.playheadPosition(-1)
    bench.api.end()
    bench.begin(["type": "content", "assetid": "film"])
    bench.api.sendID3("www.nielsen.com/c")
    let pings = bench.pings.filter { $0.product == .error }
    #expect(
      pings.map { $0["message"] } == [
        "2 FailedParseMetadata", "3 FailedProcessID3", "15 InvalidPlayheadPosition",
        "3 FailedProcessID3",
      ]
    )
    #expect(pings.last?["c18"] == "film")
    #expect(pings.last?["c6"] == "dtvr")
    #expect(pings.last?.endpoint == "/cgi-bin/error")
  }

  @Test("an error ping that cannot be made causes no further error")
  func errorPingFails() {
    let bench = Bench {
      $0.configuration.products.error = true
      $0.configuration.client.ci = ""
    }
    bench.begin()
    bench.api.sendID3("www.nielsen.com/a")
    #expect(bench.errors == [3])
  }

  @Test("error descriptions contain no ids and no payload")
  func descriptions() {
    let bench = Bench()
    bench.begin()
    bench.api.sendID3("www.nielsen.com/secret")
    let text = bench.api.lastErrorDict?["Error Description"] as? String ?? ""
    #expect(!text.isEmpty)
    #expect(!text.contains("secret"))
    #expect(!text.contains(bench.api.firstPartyId))
  }
}
