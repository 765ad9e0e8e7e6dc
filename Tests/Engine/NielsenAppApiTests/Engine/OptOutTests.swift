import Testing

@testable import NielsenAppApi

@Suite("opting out")
struct OptOutTests {
  static let out = "nielsenappsdk://1"
  static let back = "nielsenappsdk://0"
  static let content = ["type": "content", "adModel": "1", "assetid": "film", "adobeId": "a1"]

  @Test(
    "the two opt-out URLs are recognized in any letter case, with or without a trailing slash",
    arguments: [
      ("nielsenappsdk://1", true, true), ("NielsenAppSDK://1/", true, true),
      ("nielsenappsdk://0", true, false), ("nielsenappsdk://0/", true, false),
      ("nielsen://close", false, false), ("nielsenappsdk://2", false, false),
      ("nielsenappsdk://1//", false, false), (" nielsenappsdk://1", false, false),
      ("nielsenappsdk:1", false, false), ("1", false, false), ("", false, false),
      (nil, false, false),
    ] as [(String?, Bool, Bool)]
  )
  func commands(_ text: String?, _ isCommand: Bool, _ isOut: Bool) {
    let bench = Bench()
    #expect(bench.api.userOptOut(text) == isCommand)
    #expect(bench.api.optOutStatus == isOut)
    #expect(bench.errors.isEmpty)
  }

  @Test("opting out marks pings and removes ids, and opting in restores the ids")
  func marked() throws {
    let bench = Bench(appInfo: Bench.appInfo.merging(["hem_sha256": "ab"]) { $1 })
    let ids = [bench.api.deviceId, bench.api.vendorId, bench.api.firstPartyId]
    bench.begin(Self.content)
    bench.play(0...30, tag: Bench.everyTen)
    bench.clear()
    bench.api.userOptOut(Self.out)
    #expect(Set(bench.pings.map { $0["uoo"] }) == [""])
    #expect(bench.pings.last?["davty"] == "2")
    bench.clear()
    bench.begin(Self.content)
    bench.elapsed += 1
    bench.play(31...70, tag: Bench.everyTen)
    bench.api.end()
    #expect(Set(bench.pings.map(\.product)) == [.dtvr, .id3, .tsv, .dcr])
    for ping in bench.pings where ping.product != .tsv {
      #expect(ping["uoo"] == "true")
      for (name, value) in [
        ("c9", "devid,"), ("c1", "nuid,"), ("ve_id", ""), ("fp_id", ""), ("fp_cr_tm", ""),
        ("fp_acc_tm", ""), ("fp_emm_tm", ""),
      ] {
        #expect(ping[name] == value)
      }
      #expect(ping["sessionId"]?.count == 39)
      #expect(ids.allSatisfy { !ping.url.contains($0) })
      #expect(Invariants.broken(by: ping).isEmpty)
    }
    #expect(bench.pings.last?["c40"] == "adbid,")
    #expect([bench.api.deviceId, bench.api.vendorId, bench.api.firstPartyId] == ["", "", ""])
    #expect([bench.api.demographicId, bench.api.firstPartyId] == ["", ""])
    bench.clear()
    bench.begin(Self.content)
    bench.api.playheadPosition(0)
    bench.api.userOptOut(Self.back)
    bench.api.sendID3(SamplePayload.distributorTag(100))
    #expect(bench.dtvr.first?["uoo"] == "")
    #expect(bench.dtvr.first?["c9"] == "devid,\(ids[0])")
    #expect([bench.api.deviceId, bench.api.vendorId, bench.api.firstPartyId] == ids)
  }

  @Test("opting out first reports an open page without the opt-out mark")
  func page() {
    let bench = Bench()
    bench.api.loadMetadata(["type": "static", "section": "news"])
    bench.elapsed += 10
    bench.api.userOptOut(Self.out)
    #expect(bench.pings.last?["davty"] == "2")
    #expect(bench.pings.last?["uoo"] == "")
  }

  @Test("an opt-out choice is stored, and the next engine starts with it")
  func kept() {
    let store = MemoryStore()
    let first = Bench { $0.store = store }
    #expect(!first.api.optOutStatus)
    first.api.userOptOut(Self.out)
    let second = Bench { $0.store = store }
    #expect(second.api.optOutStatus)
    #expect(second.pings.first?["uoo"] == "true")
    second.api.userOptOut(Self.back)
    #expect(!Bench { $0.store = store }.api.optOutStatus)
  }

  @Test("with optout in appInfo, the user starts opted out, and no choice is stored")
  func appInfo() {
    let store = MemoryStore()
    let appInfo = Bench.appInfo.merging(["optout": "true", "hem_md5": "0f"]) { $1 }
    let bench = Bench(appInfo: appInfo) { $0.store = store }
    #expect(bench.api.optOutStatus)
    #expect(bench.pings.first?["uoo"] == "true")
    #expect(bench.pings.first?["hem_md5"] == nil)
    #expect(!Bench { $0.store = store }.api.optOutStatus)
    bench.api.userOptOut(Self.back)
    #expect(!bench.api.optOutStatus)
  }

  // MARK: - Flavours

  struct Case: Sendable {
    var flavour: PrivacySettings.Flavour
    var tracking: PrivacySettings.Tracking
    var isOut: Bool
  }

  @Test(
    "the setting of the operating system applies only in the global flavour",
    arguments: [
      Case(flavour: .global, tracking: .limitAdTracking(true), isOut: true),
      Case(flavour: .global, tracking: .limitAdTracking(false), isOut: false),
      Case(flavour: .global, tracking: .authorization(.authorized), isOut: false),
      Case(flavour: .global, tracking: .authorization(.denied), isOut: true),
      Case(flavour: .global, tracking: .authorization(.restricted), isOut: true),
      Case(flavour: .global, tracking: .authorization(.notDetermined), isOut: true),
      Case(flavour: .noAdFramework, tracking: .limitAdTracking(true), isOut: false),
      Case(flavour: .noAdFramework, tracking: .authorization(.denied), isOut: false),
      Case(flavour: .noId, tracking: .authorization(.denied), isOut: false),
    ]
  )
  func tracking(_ given: Case) {
    let bench = Bench {
      $0.privacy.flavour = given.flavour
      $0.privacy.tracking = given.tracking
    }
    #expect(bench.api.optOutStatus == given.isOut)
    // Opting in within the app never overrides the operating system.
    bench.api.userOptOut(Self.back)
    #expect(bench.api.optOutStatus == given.isOut)
    bench.api.userOptOut(Self.out)
    #expect(bench.api.optOutStatus)
  }

  @Test(
    "the flavour without the ad framework changes the device id but not the vendor id"
  )
  func noAdFramework() {
    let bench = Bench { $0.privacy.flavour = .noAdFramework }
    #expect(bench.api.deviceId.count == 64)
    #expect(bench.api.deviceId != Bench().api.deviceId)
    #expect(bench.api.vendorId == Bench().api.vendorId)
  }

  @Test("the flavour without ids never reports ids")
  func noID() {
    let bench = Bench { $0.privacy.flavour = .noId }
    #expect([bench.api.deviceId, bench.api.vendorId, bench.api.firstPartyId] == ["", "", ""])
    #expect(bench.pings.first?["ve_id"] == "")
    #expect(bench.pings.first?["uoo"] == "")
  }

  @Test(
    "in the flavour without ids, an app that does not opt out gets one warning at its first play"
  )
  func noIDWarning() {
    for isOut in [true, false] {
      let lines = LogTests.Lines()
      let bench = Bench {
        $0.privacy.flavour = .noId
        $0.log = lines.logger(.warning)
      }
      if isOut { bench.api.userOptOut(Self.out) }
      for name in ["X", "Y"] { bench.api.play(["channelName": name]) }
      #expect(lines.count == (isOut ? 0 : 1))
    }
  }

  @Test("the opt-out URL contains the app id, percent-encoded")
  func address() {
    let bench = Bench(appInfo: ["appid": "P & Q"])
    #expect(bench.api.optOutURL == "https://optout.invalid/?appid=P%20%26%20Q")
    #expect(NielsenAppApi().optOutURL == "")
  }

  @Test("the values of uoo come from the configuration")
  func marks() {
    let bench = Bench {
      $0.configuration.optOut.outMark = "1"
      $0.configuration.optOut.inMark = "0"
    }
    #expect(bench.pings.first?["uoo"] == "0")
    bench.api.userOptOut(Self.out)
    bench.begin(Self.content)
    bench.api.playheadPosition(0)
    #expect(bench.pings.last?["uoo"] == "1")
  }
}
