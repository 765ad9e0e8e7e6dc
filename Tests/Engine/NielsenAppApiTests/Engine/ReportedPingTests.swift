import Testing

@testable import NielsenAppApi

@Suite("pings made from reports")
struct ReportedPingTests {
  private static let configuration = EngineConfiguration()
  private static let segment = CountedSegment(number: 2, pattern: "11000", timeSpent: 90)

  @Test(
    "DTVR credits become impression, view and duration pings",
    arguments: [
      (.impression, .dtvr, .impression, "start", "0", "2_00_99_I1_00000_1"),
      (.view(segment), .dtvr, .view, "view", "1", "2_00_99_V2_11000_1"),
      (
        .duration(segment, isWon: true, isLast: false), .dtvr, .duration, "timer", "1",
        "2_00_99_D2_11000_1"
      ),
      (
        .duration(segment, isWon: false, isLast: true), .dtvr, .duration, "sfview", "2",
        "2_00_99_S2_11000_1"
      ),
    ] as [(DTVRReport.Credit.Kind, PingName, Ping.Kind, String, String, String)]
  )
  func credits(
    kind: DTVRReport.Credit.Kind,
    name: PingName,
    type: Ping.Kind,
    action: String,
    activity: String,
    credit: String
  ) throws {
    let contentID = try #require(MeasuredContentID(text: SamplePayload.distributor))
    let report = DTVRReport.Credit(
      kind: kind,
      source: .finalDistributor,
      contentID: contentID,
      breakout: 0,
      timeShift: nil,
      isForwarded: true
    )
    let asset = Asset(kind: .content, id: nil, values: ["adModel": "1"])
    let ping = ReportedPing(report, channelName: "X", asset: asset, Self.configuration)
    #expect(ping.name == name && ping.type == type)
    #expect(ping.values[.action] == action && ping.values[.davty] == activity)
    #expect(ping.values[.cr] == credit)
    #expect(ping.values[.ca] == "FD_\(SamplePayload.distributor)")
    #expect(ping.values[.forward] == "1" && ping.values[.channelName] == "X")
    #expect(ping.asset == nil)
  }

  @Test(
    "a DCR report becomes a view or a timer, and a page report has its section",
    arguments: [
      (Asset.Kind.content, false, PingName.dcr, "P", "c", "4_00_99_V1_00000"),
      (.content, true, .dcr, "P", "c", "4_00_99_D3_11111"),
      (.ad, true, .dcr, "P", "a", "4_00_99_D3_11111"),
      (.page, false, .staticView, "news_S", "c", "V"),
      (.page, true, .staticView, "news_S", "c", "D"),
    ]
  )
  func digital(
    kind: Asset.Kind,
    isTimer: Bool,
    name: PingName,
    suffix: String,
    streamType: String,
    credit: String
  ) {
    let segment = CountedSegment(number: 3, pattern: "11111", timeSpent: 300)
    let asset = Asset(kind: kind, id: "a", values: ["section": "news"])
    let report = DCRReport(
      kind: isTimer ? .timer(segment, isLast: true) : .view,
      asset: asset,
      viewingSessionID: "v",
      startTime: 100
    )
    let ping = ReportedPing(report, Self.configuration, now: 90_000)
    #expect(ping.name == name && ping.type == (isTimer ? .timer : .view))
    #expect(ping.values[.ch] == suffix && ping.values[.streamType] == streamType)
    #expect(ping.values[.cr] == credit)
    #expect(ping.values[.timeSpent] == (isTimer ? "300" : "0"))
    #expect(ping.values[.davty] == (isTimer ? "2" : "0"))
    // After the clock was set back, the start time must not be later than the end.
    #expect(ping.values[.startTime] == "0000000090")
    #expect(ping.asset == asset)
  }

  @Test("payloads and lookups become separate pings")
  func others() {
    let raw = ReportedPing(payloads: "a~b", channelName: "X")
    #expect(raw.name == .id3 && raw.type == .raw)
    #expect(raw.values[.id3Data] == "a~b" && raw.values[.forward] == "0")
    let question = TimeShiftQuestion(payload: "c", breakout: "00", sessions: [])
    let lookup = ReportedPing(question)
    #expect(lookup.name == .lookup && lookup.type == .lookup)
    #expect(lookup.values[.id3Tag] == "c")
  }
}
