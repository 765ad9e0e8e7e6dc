import Testing

@testable import NielsenAppApi

@Suite("appInfo")
struct AppInfoTests {
  @Test(
    "the value of optout is not case-sensitive",
    arguments: [("true", true), ("TRUE", true), ("no", false)]
  )
  func optOut(_ value: String, _ isOut: Bool) throws {
    let appInfo = Bench.appInfo.merging(["optout": value]) { $1 }
    #expect(try AppInfo(CallArgument(appInfo), processName: "x").startsOptedOut == isOut)
  }

  @Test(
    "seed #191: appname and appversion may be missing but not blank",
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

  @Test(
    "seed #29: enableFpid turns the first-party id off unless its value is true in any letter case",
    arguments: [
      ("true", true, 0), ("TRUE", true, 0), ("false", false, 0), ("no", false, 1), ("0", false, 1),
      ("1", false, 1), ("", false, 1),
    ]
  )
  func firstPartyID(_ value: String, _ isUsed: Bool, _ warnings: Int) throws {
    let appInfo = Bench.appInfo.merging(["enableFpid": value]) { $1 }
    let info = try AppInfo(CallArgument(appInfo), processName: "x")
    #expect(info.usesFirstPartyID == isUsed)
    #expect(info.warnings.count == warnings)
  }

  @Test(
    "seed #27: only hashes are sent as hashed e-mails, and a wrong hash length causes a warning",
    arguments: [("hem_unknown", 128), ("hem_sha256", 64), ("hem_sha1", 40), ("hem_md5", 32)],
    [
      ("0f0f", true), (String(repeating: "Ab1", count: 40), true), ("a@b.se", false),
      ("a b", false), (nil, true),
    ] as [(String?, Bool)]
  )
  func hash(_ key: (name: String, digits: Int), _ given: (text: String?, isHash: Bool)) {
    let right = String(repeating: "f", count: key.digits)
    let (key, text) = (key.name, given.text ?? right)
    let lines = LogTests.Lines()
    let bench = Bench(appInfo: Bench.appInfo.merging([key: text]) { $1 }) {
      $0.log = lines.logger(.warning)
    }
    #expect(bench.pings.first?[key] == (given.isHash ? text : nil))
    #expect(lines.count == (text == right ? 0 : 1))
  }
}
