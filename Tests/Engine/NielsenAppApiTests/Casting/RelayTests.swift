import Testing

@testable import NielsenAppApi

@Suite("data relayed by the cast sender")
struct RelayTests {
  static let content = ["type": "content", "assetid": "film", "adModel": "1"]
  static let other = BrowserSdkTests.digits

  static func relay(_ id: String? = nil, _ optOut: String? = nil) -> [String: String] {
    var values = ["ottStatus": "1", "ottType": "casting"]
    values["kGCKMetadataNlsKeyDeviceID"] = id
    values["kGCKMetadataNlsKeyOptout"] = optOut
    return values
  }

  /// A receiver that has played to `second`, with or without tags.
  private func playing(
    to second: Int = 20,
    tags: Bool = false,
    _ change: (inout EngineEnvironment) -> Void = { _ in }
  ) throws -> (BrowserSdk, Bench) {
    let bench = Bench(change)
    let sdk = try BrowserSdkTests.make(bench)
    sdk.ggPM("play", ["channelName": "X"])
    sdk.ggPM("loadMetadata", Self.content)
    for second in 0...second {
      sdk.ggPM("setPlayheadPosition", second)
      if tags, let tag = Bench.everyTen(second) { sdk.ggPM("sendID3", tag) }
      bench.elapsed += 1
    }
    return (sdk, bench)
  }

  // MARK: - Opting out

  @Test(
    "an opt-out choice on the receiver overrides an earlier relayed choice",
    arguments: [false, true]
  )
  func laterChoice(_ isOut: Bool) throws {
    let sdk = try BrowserSdkTests.make(Bench())
    sdk.ggPM("updateOTT", Self.relay(nil, isOut ? "0" : "1"))
    #expect(sdk.engine.optOutStatus == !isOut)
    sdk.engine.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)")
    #expect(sdk.engine.optOutStatus == isOut)
    #expect(sdk.engine.vendorId.isEmpty == isOut)
    // The app passes the same values again when it comes to the foreground.
    sdk.ggPM("updateOTT", Self.relay(nil, isOut ? "0" : "1"))
    #expect(sdk.engine.optOutStatus == isOut)
  }

  @Test(
    "a relayed opt-out choice does not override the setting of the operating system",
    arguments: ["0", "1", "false"]
  )
  func operatingSystem(_ value: String) throws {
    let bench = Bench { $0.privacy.tracking = .authorization(.denied) }
    let sdk = try BrowserSdkTests.make(bench)
    sdk.ggPM("updateOTT", Self.relay(nil, value))
    #expect(sdk.engine.optOutStatus)
    #expect(sdk.engine.vendorId.isEmpty)
  }

  // MARK: - Repeated relays

  @Test("a repeated relay does not start another view")
  func equal() throws {
    let (sdk, bench) = try playing(tags: true)
    sdk.ggPM("updateOTT", Self.relay(Self.other, "0"))
    bench.clear()
    for second in 21...40 {
      sdk.ggPM("setPlayheadPosition", second)
      sdk.ggPM("updateOTT", Self.relay(Self.other, "0"))
      bench.elapsed += 1
    }
    #expect(bench.pings.map(\.type) == [.view])
  }

  @Test("a relay with other spellings of the same values does not start a view")
  func names() throws {
    let (sdk, bench) = try playing()
    sdk.ggPM("updateOTT", Self.relay(Self.other, "0"))
    sdk.ggPM("setPlayheadPosition", 21)
    bench.clear()
    sdk.ggPM("updateOTT", Self.relay(Self.other.uppercased(), "false").merging(["x": "y"]) { $1 })
    sdk.ggPM("setPlayheadPosition", 22)
    #expect(bench.all.isEmpty)
  }

  @Test("an updateOTT without a relay does not prevent a later relay of the same values")
  func plainBefore() throws {
    let sdk = try BrowserSdkTests.make(Bench())
    sdk.engine.updateOTT(Self.relay(Self.other))
    #expect(sdk.engine.deviceId != Self.other)
    sdk.ggPM("updateOTT", Self.relay(Self.other))
    #expect(sdk.engine.deviceId == Self.other)
  }

  // MARK: - Another user

  @Test(
    "viewing before a relay of another user has the earlier ids and mark, even in a pause",
    arguments: [(true, nil), (false, "1"), (true, "1")] as [(Bool, String?)],
    [false, true]
  )
  func anotherUser(_ change: (hasID: Bool, optOut: String?), _ isPaused: Bool) throws {
    let (sdk, bench) = try playing(to: 45, tags: true)
    let id = sdk.engine.deviceId
    if isPaused { sdk.ggPM("pause", 45) }
    bench.elapsed += 10
    let paused = bench.pings.count
    sdk.ggPM("updateOTT", Self.relay(change.hasID ? Self.other : nil, change.optOut))
    let closed = bench.pings.dropFirst(paused)
    #expect(closed.map(\.type) == (isPaused ? [] : [.raw]) + [.duration, .timer])
    for ping in bench.pings {
      #expect(ping["uoo"] ?? "" == "")
      if ping.product != .tsv { #expect(ping["c9"] == "devid,\(id)") }
    }
    #expect(closed.suffix(2).map { $0["davty"] } == ["1", "1"])
    #expect(closed.suffix(2).map { $0["c27"] } == ["cln,45", "cln,45"])
    bench.clear()
    for second in 46...80 {
      sdk.ggPM("setPlayheadPosition", second)
      if let tag = Bench.everyTen(second) { sdk.ggPM("sendID3", tag) }
      bench.elapsed += 1
    }
    sdk.ggPM("end", 80)
    #expect(bench.pings.contains { $0.product == .dcr && $0.type == .view })
    #expect(!bench.pings.contains { $0.type == .impression })
    for ping in bench.pings where ping.product != .tsv {
      #expect(ping["uoo"] == (change.optOut == nil ? "" : "true"))
      #expect(ping["c9"] == "devid," + (change.optOut == nil ? Self.other : ""))
      #expect(Invariants.broken(by: ping).isEmpty, "\(Invariants.broken(by: ping))")
    }
    #expect(bench.durations == ["2_00_99_D2_10000_1"])
    let timer = bench.pings.last { $0.product == .dcr }
    #expect(timer?["c27"] == "cln,35" && timer?["davty"] == "2")
  }

  @Test(
    "a relay of another user's identity reports the open page but does not close it"
  )
  func page() throws {
    let bench = Bench()
    let sdk = try BrowserSdkTests.make(bench)
    sdk.ggPM("loadMetadata", ["type": "static", "section": "news"])
    bench.elapsed += 7
    bench.clear()
    sdk.ggPM("updateOTT", Self.relay(Self.other))
    sdk.ggPM("updateOTT", Self.relay(nil, "1"))
    bench.elapsed += 5
    sdk.ggPM("staticEnd")
    #expect(bench.pings.map { $0["c27"] } == ["cln,7", "cln,5"])
    #expect(bench.pings.map { $0["davty"] } == ["1", "2"])
    #expect(bench.pings.map { $0["uoo"] } == ["", "true"])
  }

  // MARK: - Disabled

  @Test("a relay while the engine is disabled applies after it is enabled")
  func disabled() throws {
    let bench = Bench()
    let sdk = try BrowserSdkTests.make(bench)
    sdk.engine.appDisableApi = true
    sdk.ggPM("updateOTT", Self.relay(Self.other))
    sdk.engine.appDisableApi = false
    #expect(sdk.engine.deviceId == Self.other)
    sdk.ggPM("loadMetadata", Self.content)
    sdk.ggPM("setPlayheadPosition", 0)
    #expect(bench.pings.last?["c9"] == "devid,\(Self.other)")
    #expect(bench.pings.last?["c72"] == "otttyp,casting")
  }
}
