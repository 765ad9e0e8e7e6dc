import Testing

@testable import NielsenAppApi

@Suite("the cast receiver's Browser SDK")
struct BrowserSdkTests {
  static func make(_ bench: Bench) throws -> BrowserSdk {
    let sdk = BrowserSdk(
      appId: Bench.appID,
      instanceName: "test",
      delegate: bench,
      environment: bench.environment
    )
    // Before this call, the session ping waits for a sender.
    sdk?.ggPM("updateOTT", ["ottStatus": "0"])
    bench.clear()
    return try #require(sdk)
  }

  static let content = ["type": "content", "assetid": "film"]

  @Test("unknown event names are rejected, and known names are not case-sensitive")
  func names() throws {
    let sdk = try Self.make(Bench())
    #expect(!sdk.ggPM("dance"))
    #expect(!sdk.ggPM(""))
    for name in [
      "loadMetadata", "LOADMETADATA", "play", "setPlayheadPosition", "pause", "stop", "end",
      "sendID3", "updateOTT", "updateMetadata", "setVolume", "staticEnd",
    ] {
      #expect(sdk.ggPM(name))
    }
  }

  @Test("seed #376: nol_devDebug DEBUG in the options of an instance logs its calls and pings")
  func debugMode() throws {
    let bench = Bench()
    let lines = LogTests.Lines()
    var environment = bench.environment
    environment.log = lines.logger(.info)
    let sdk = BrowserSdk(
      appId: Bench.appID,
      instanceName: "test",
      options: ["nol_devDebug": "DEBUG"],
      environment: environment
    )
    let receiver = try #require(sdk)
    receiver.ggPM("loadmetadata", Self.content)
    receiver.ggPM("setPlayheadPosition", 0)
    let texts = lines.texts.withLock { $0 }
    #expect(texts.contains { $0.hasPrefix("call playheadPosition") })
    #expect(texts.contains { $0.hasPrefix("ping dcr view") })
  }

  @Test("a blank app id makes no instance")
  func noInstance() {
    let bench = Bench()
    bench.clear()
    let sdk = BrowserSdk(
      appId: " ",
      instanceName: "x",
      delegate: bench,
      environment: bench.environment
    )
    #expect(sdk == nil)
    #expect(bench.errors == [1007])
  }

  @Test(
    "a number or a numeric string is rounded down to a playhead, and other values raise an error",
    arguments: [
      (7, 0), (7.9, 0), ("7", 0), ("7.9", 0), (Float(7.5), 0), (UInt8(7), 0), ("seven", 1),
      ("", 1), (Double.nan, 1), (Double.infinity, 1), (-1, 1), (1e300, 1), ([1], 1),
    ] as [(any Sendable, Int)]
  )
  func playheads(_ payload: any Sendable, _ errors: Int) throws {
    let bench = Bench()
    let sdk = try Self.make(bench)
    sdk.ggPM("loadMetadata", Self.content)
    sdk.ggPM("setPlayheadPosition", payload)
    #expect(bench.errors.count == errors)
    sdk.ggPM("setPlayheadPosition", 8)
    sdk.ggPM("end")
    #expect(bench.pings.last?["c27"] == (errors == 0 ? "cln,1" : "cln,0"))
  }

  @Test("the play event accepts a number, a channel or no argument")
  func play() throws {
    for payload in [5, ["channelName": "X"], nil] as [Any?] {
      let bench = Bench()
      let sdk = try Self.make(bench)
      sdk.ggPM("play", payload)
      sdk.ggPM("sendID3", SamplePayload.distributorTag(0))
      sdk.ggPM("end")
      let name = bench.pings.last?["channame"]
      #expect(name == (payload is [String: String] ? "X" : "defaultChannelName"))
    }
  }

  @Test("updateMetadata changes the asset's metadata except its type and id")
  func updateMetadata() throws {
    let bench = Bench()
    let sdk = try Self.make(bench)
    sdk.ggPM("loadMetadata", Self.content.merging(["title": "old", "segB": "b"]) { $1 })
    for second in 0...3 { sdk.ggPM("setPlayheadPosition", second) }
    sdk.ggPM("updateMetadata", ["title": "new", "type": "ad", "assetid": "x", "vidtype": "y"])
    sdk.ggPM("end", 3)
    #expect(bench.pings.map { $0["tl"] } == ["old", "new"])
    #expect(bench.pings.map { $0["ai"] } == ["film", "film"])
    #expect(bench.pings.last?["c33"] == "segB,b")
    sdk.ggPM("updateMetadata", "{")
    #expect(bench.errors == [2])
  }

  @Test("malformed metadata is error 2 unless the engine is disabled or closed")
  func malformedMetadata() throws {
    let bench = Bench()
    let sdk = try Self.make(bench)
    sdk.engine.appDisableApi = true
    sdk.ggPM("updateMetadata", "{")
    #expect(bench.errors.isEmpty)
    sdk.engine.appDisableApi = false
    sdk.ggPM("updateMetadata", "{")
    #expect(bench.errors == [2])
    sdk.engine.close()
    sdk.ggPM("updateMetadata", 5)
    #expect(bench.errors == [2])
  }

  @Test("a playhead that is not a number is ignored without a session, and is error 15 in a pause")
  func unreadablePlayhead() throws {
    let bench = Bench()
    let sdk = try Self.make(bench)
    sdk.ggPM("setPlayheadPosition", "seven")
    #expect(bench.errors.isEmpty)
    sdk.ggPM("loadMetadata", Self.content)
    sdk.ggPM("pause")
    sdk.ggPM("setPlayheadPosition", "seven")
    #expect(bench.errors == [15])
    sdk.ggPM("end")
    sdk.ggPM("setPlayheadPosition", Double.nan)
    #expect(bench.errors == [15])
  }

  @Test("calls before the configuration arrives are handled in order")
  func queued() throws {
    let fetcher = ConfigurationSourceTests.Fetcher()
    let bench = Bench { environment in
      environment.configurationSource = fetcher.source
      environment.configuration.eventData.enabled = true
    }
    let sdk = try Self.make(bench)
    sdk.ggPM("loadMetadata", Self.content.merging(["title": "old"]) { $1 })
    sdk.ggPM("setPlayheadPosition", 0)
    sdk.ggPM("updateMetadata", ["title": "new"])
    sdk.ggPM("setPlayheadPosition", "seven")
    sdk.ggPM("setPlayheadPosition", 1)
    sdk.ggPM("setVolume", 0)
    sdk.ggPM("end")
    #expect(bench.all.isEmpty)
    // The bench's own engine made the first request.
    fetcher.answer(1, .success("{\"format\": 1}"))
    #expect(bench.errors == [15])
    let measured = bench.pings.filter { $0.product == .dcr }
    #expect(measured.map { $0["tl"] } == ["old", "new"])
    #expect(measured.last?["evdata"] == "mute,1~stop,1")
  }

  @Test("mediaUrl is accepted as a spelling of mediaURL")
  func mediaURL() throws {
    let bench = Bench()
    let sdk = try Self.make(bench)
    sdk.ggPM("loadMetadata", Self.content.merging(["mediaUrl": "https://m.invalid/1"]) { $1 })
    sdk.ggPM("setPlayheadPosition", 0)
    #expect(bench.pings.last?["c66"] == "mediaurl,https://m.invalid/1")
  }

  @Test(
    "a relayed id of 64 digits becomes lower case, any other is hashed, and the NUID has priority",
    arguments: [
      (["kGCKMetadataNlsKeyDeviceID": Self.digits], Self.digits),
      (["kGCKMetadataNlsKeyDeviceID": Self.digits.uppercased()], Self.digits),
      (["kGCKMetadataNlsKeyNUID": Self.digits, "kGCKMetadataNlsKeyDeviceID": "x"], Self.digits),
      (["kGCKMetadataNlsKeyNUID": " ", "kGCKMetadataNlsKeyDeviceID": Self.digits], Self.digits),
      (
        ["kGCKMetadataNlsKeyDeviceID": "device-1"],
        "03204de92e11fc8c528139be419065920eb83dbff1a4663bbea455aa6e9702bd"
      ), (["kGCKMetadataNlsKeyDeviceID": ""], ""),
    ]
  )
  func relayedID(_ values: [String: String], _ id: String) throws {
    let bench = Bench()
    let sdk = try Self.make(bench)
    sdk.ggPM("updateOTT", values.merging(["ottStatus": "1"]) { $1 })
    #expect(sdk.engine.deviceId == id)
  }

  static let digits = "a5ff494cce22bda39b29da2509f90f52e4e044587107ba9ca092eb3a1c2eccdf"

  @Test(
    "a relayed opt-out replaces the receiver's own choice and is not stored",
    arguments: [("1", true), (1, true), ("true", true), (true, true), (0, false), ("x", false)]
      as [(any Sendable, Bool)]
  )
  func relayedOptOut(_ value: any Sendable, _ isOut: Bool) throws {
    let store = MemoryStore()
    let lines = LogTests.Lines()
    let bench = Bench {
      $0.store = store
      $0.log = lines.logger(.debug)
    }
    let sdk = try Self.make(bench)
    sdk.engine.userOptOut("nielsenappsdk://\(isOut ? 0 : 1)")
    sdk.ggPM("updateOTT", ["ottStatus": "1", "kGCKMetadataNlsKeyOptout": value] as [String: Any])
    #expect(sdk.engine.optOutStatus == isOut)
    #expect(sdk.engine.vendorId.isEmpty == isOut)
    #expect(lines.texts.withLock { $0.contains("call updateOTT ottStatus=1") })
    #expect(lines.all.withLock { !$0.contains(.warning) })
    #expect(Bench { $0.store = store }.api.optOutStatus == !isOut)
  }

  @Test("an app's updateOTT call does not relay a user")
  func noRelay() {
    let bench = Bench()
    let id = bench.api.deviceId
    bench.api.updateOTT([
      "ottStatus": "1", "kGCKMetadataNlsKeyDeviceID": Self.digits, "kGCKMetadataNlsKeyOptout": "1",
    ])
    #expect(bench.api.deviceId == id)
    #expect(!bench.api.optOutStatus)
  }

  @Test("muting is reported in evdata, but unmuting is not")
  func mute() throws {
    let bench = Bench { $0.configuration.eventData.enabled = true }
    let sdk = try Self.make(bench)
    sdk.ggPM("loadMetadata", Self.content)
    for second in 0...3 { sdk.ggPM("setPlayheadPosition", second) }
    sdk.ggPM("setVolume", 0)
    sdk.ggPM("setVolume", 0)
    sdk.ggPM("setVolume", 50)
    sdk.ggPM("end", 3)
    #expect(bench.pings.compactMap { $0["evdata"] } == ["play,0", "mute,3~stop,3"])
  }

  @Test(
    "seed #357: after a pause, play with or without a position continues channel and content",
    arguments: [true, false]
  )
  func resume(_ isNumber: Bool) throws {
    let bench = Bench()
    let sdk = try #require(
      BrowserSdk(appId: Bench.appID, instanceName: "x", environment: bench.environment)
    )
    sdk.ggPM("play", ["channelName": "X"])
    sdk.ggPM("loadmetadata", ["type": "content", "assetid": "film"])
    for second in 0...100 {
      sdk.ggPM("setPlayheadPosition", second)
      bench.elapsed += 1
    }
    sdk.ggPM("pause", 100)
    bench.elapsed += 60
    bench.clear()
    sdk.ggPM("play", isNumber ? 100 : nil)
    for second in 101...120 {
      bench.elapsed += 1
      sdk.ggPM("setPlayheadPosition", second)
    }
    sdk.ggPM("end", 120)
    #expect(bench.pings.map { $0["c27"] } == ["cln,120"])
    #expect(bench.pings.map { $0["davty"] } == ["2"])
  }

  @Test(
    "seed #342, #343: getOptOutStatus() and getDemographicId() return the current values"
  )
  @available(*, deprecated, message: "these names are")
  func deprecatedNames() {
    let bench = Bench()
    #expect(!bench.api.getOptOutStatus())
    #expect(bench.api.getDemographicId() == bench.api.demographicId)
    #expect(bench.api.getDemographicId().count == 64)
    bench.api.userOptOut("nielsenappsdk://1")
    #expect(bench.api.getOptOutStatus())
    #expect(bench.api.getDemographicId() == "")
  }
}
