import Testing

@testable import NielsenAppApi

@Suite("appInfo")
struct AppInfoTests {
  @Test(
    "an opt-out is read in any case",
    arguments: [("true", true), ("TRUE", true), ("no", false)]
  )
  func optOut(_ value: String, _ isOut: Bool) throws {
    let appInfo = Bench.appInfo.merging(["optout": value]) { $1 }
    #expect(try AppInfo(appInfo, processName: "x").startsOptedOut == isOut)
  }

  @Test(
    "appname and appversion are not needed, but are not blank",
    arguments: [
      (nil, nil, nil), ("a", nil, nil), (nil, "1", nil), ("", "1", 1005), (" ", nil, 1005),
      ("a", "", 1006), (nil, " ", 1006),
    ] as [(String?, String?, Int?)]
  )
  func names(_ name: String?, _ version: String?, _ error: Int?) {
    var appInfo = ["appid": Bench.appID]
    appInfo["appname"] = name
    appInfo["appversion"] = version
    let bench = Bench(appInfo: appInfo)
    #expect(bench.errors == [error].compactMap(\.self))
    #expect(bench.isMade == (error == nil))
    bench.begin(["type": "content", "assetid": "a"])
    bench.api.playheadPosition(0)
    #expect(bench.pings.last?["c15"] == (error == nil ? "apn,\(name ?? "bench")" : nil))
    #expect(bench.pings.last?["c12"] == (error == nil ? "apv,\(version ?? "0")" : nil))
  }
}
