import Testing

@testable import NielsenAppApi

@Suite("appInfo")
struct AppInfoTests {
  @Test("an opt-out is not ignored silently", arguments: [("true", 1), ("false", 0)])
  func optOut(_ value: String, _ count: Int) throws {
    let appInfo = Bench.appInfo.merging(["optout": value]) { $1 }
    let info = try AppInfo(appInfo, processName: "x")
    #expect(info.warnings.filter { $0.contains("'optout' is not supported") }.count == count)
  }
}
