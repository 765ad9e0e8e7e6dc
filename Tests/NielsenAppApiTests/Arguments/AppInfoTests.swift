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
}
