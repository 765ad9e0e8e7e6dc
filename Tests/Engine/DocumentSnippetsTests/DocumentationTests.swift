import Foundation
import NielsenAppApi
import Synchronization
import Testing

/// The examples of the module's documentation. They are read from the articles, so that a test
/// fails when an article and its copy here differ.
@Suite("the examples of the documentation", .ownStore)
struct DocumentationTests {
  static let appInfo = ["appid": "PXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"]

  static func engine(_ pings: Pings = Pings()) throws -> NielsenAppApi {
    var environment = EngineEnvironment.offline(seed: 1)
    environment.onPing = pings.add
    return try #require(
      NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment)
    )
  }

  final class Pings: Sendable {
    private let pings = Mutex<[Ping]>([])
    var all: [Ping] { pings.withLock { $0 } }
    var credits: [String] { all.compactMap { $0["cr"] } }
    @Sendable func add(_ ping: Ping) { pings.withLock { $0.append(ping) } }
  }

  /// The Swift blocks of the article `name`.
  static func blocks(of name: String) throws -> [String] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Engine/NielsenAppApi/NielsenAppApi.docc/\(name).md")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  /// The lines of this file between a mark and its end, without their indentation.
  static func copy(_ mark: String) throws -> String {
    let text = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let parts = text.components(separatedBy: "// \(mark) {\n")
    try #require(parts.count == 2)
    let lines = parts[1].components(separatedBy: "// }")[0].components(separatedBy: "\n").dropLast()
    let indentation = lines.first?.prefix { $0 == " " }.count ?? 0
    return lines.map { $0.isEmpty ? "" : String($0.dropFirst(indentation)) }
      .joined(separator: "\n")
  }

  @Test(
    "each code example in the documentation equals its tested copy",
    arguments: [
      ("NielsenAppApi", 0, "overview"), ("LifeCycle", 0, "life cycle"),
      ("Playheads", 0, "playheads"), ("DTVR", 0, "dtvr"), ("DCR", 0, "dcr"), ("DCR", 1, "pages"),
      ("Configuration", 0, "configuration"), ("Privacy", 0, "privacy"),
      ("Casting", 0, "airplay"), ("Casting", 1, "receiver"),
    ]
  )
  func same(_ article: String, _ index: Int, _ mark: String) throws {
    let blocks = try Self.blocks(of: article)
    try #require(blocks.indices.contains(index))
    let shown = blocks[index].replacingOccurrences(of: "import NielsenAppApi\n\n", with: "")
    #expect(shown == (try Self.copy(mark)))
  }

  @Test("the overview's example runs without an error")
  func overview() {
    // overview {
    var environment = EngineEnvironment.offline(seed: 1)
    environment.onPing = { ping in print(ping.url) }

    let api = NielsenAppApi(
      appInfo: ["appid": "PXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"],
      delegate: nil,
      environment: environment
    )
    api?.play(["channelName": "My Channel Name 1"])
    api?.loadMetadata(["type": "content", "assetid": "uniqueassetid", "length": "2600"])
    for second in 0...60 {
      api?.playheadPosition(Int64(second))
    }
    api?.end()
    // }
    #expect(api?.lastErrorDict == nil)
  }

  @Test("the life cycle example ends with the shutdown event 2002")
  func lifeCycle() {
    let appInfo = Self.appInfo
    // life cycle {
    final class Log: NielsenAppApiDelegate {
      func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
        print(event["EventStatus"] ?? 0)
      }
      func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
        print(error["ErrorStatus"] ?? 0, error["Error Description"] ?? "")
      }
    }

    let log = Log()
    let api = NielsenAppApi(appInfo: appInfo, delegate: log)  // 2001
    api?.play(["channelName": "X"])  // Processing
    api?.stop()  // Idle, paused
    api?.playheadPosition(12)  // Processing again
    api?.end()  // Idle
    api?.appDisableApi = true  // Disabled
    api?.appDisableApi = false  // Idle
    api?.close()  // 2002
    // }
    #expect(api?.lastEventDict?["EventStatus"] as? Int == 2002)
  }

  @Test("in the playhead example, content continues where the midroll interrupted it")
  func playheads() throws {
    let pings = Pings()
    let api = try Self.engine(pings)
    // playheads {
    api.play(["channelName": "X"])
    api.loadMetadata(["type": "content", "assetid": "film"])
    for second in 0...330 { api.playheadPosition(Int64(second)) }
    api.stop()
    api.loadMetadata(["type": "midroll", "assetid": "ad"])
    for second in 0...30 { api.playheadPosition(Int64(second)) }
    api.stop()
    api.loadMetadata(["type": "content", "assetid": "film"])
    for second in 330...620 { api.playheadPosition(Int64(second)) }
    api.end()
    // }
    #expect(
      pings.all.compactMap { $0["c27"] } == [
        "cln,0", "cln,300", "cln,0", "cln,30", "cln,300", "cln,20",
      ]
    )
  }

  @Test("the DTVR example makes an impression, a view and a duration ping")
  func dtvr() throws {
    let pings = Pings()
    let api = try Self.engine(pings)
    let payloads = (0...30).map { index in
      "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/pI-X5FFk07770SXf2ZbI6g==/"
        + String(repeating: "A", count: 167) + "=/00000/\(36000 + index * 10)/00"
    }
    // dtvr {
    api.play(["channelName": "X"])
    api.loadMetadata(["type": "content", "adModel": "1"])
    for second in 0..<payloads.count * 10 {
      api.playheadPosition(Int64(second))
      if second % 10 == 0 { api.sendID3(payloads[second / 10]) }
    }
    api.end()
    // }
    #expect(pings.credits.contains("2_00_99_I1_00000_1"))
    #expect(pings.credits.contains("2_00_99_V1_10000_1"))
    #expect(pings.credits.contains("2_00_99_D1_11111_1"))
  }

  @Test("the DCR example makes a view and a timer for the preroll and for the content")
  func dcr() throws {
    let pings = Pings()
    let api = try Self.engine(pings)
    // dcr {
    api.play(["channelName": "TheMovieTitle"])
    api.loadMetadata(["type": "content", "assetid": "vid345-67483", "length": "3600"])
    api.loadMetadata(["type": "preroll", "assetid": "ad_pre", "length": "15"])
    for second in 0...15 { api.playheadPosition(Int64(second)) }
    api.stop()  // the timer of the ad: 15 seconds
    api.loadMetadata(["type": "content", "assetid": "vid345-67483", "length": "3600"])
    for second in 0...300 { api.playheadPosition(Int64(second)) }  // the first timer of the content
    api.end()
    // }
    #expect(
      pings.credits == [
        "4_00_99_V1_00000", "4_00_99_D1_00000", "4_00_99_V1_00000", "4_00_99_D1_11111",
      ]
    )
    #expect(pings.all.last?["c51"] == "adl,15")
  }

  @Test("the page example makes a view and a timer")
  func pages() throws {
    let pings = Pings()
    let api = try Self.engine(pings)
    // pages {
    api.loadMetadata(["type": "static", "section": "news"])
    api.staticEnd()
    // }
    #expect(pings.credits == ["V", "D"])
  }

  @Test("an engine starts with the example configuration")
  func configuration() throws {
    let appInfo = Self.appInfo
    // configuration {
    var environment = EngineEnvironment.offline(seed: 1)
    environment.configurationSource = .json(
      """
      {"format": 1, "client": {"ci": "se-910685"}, "products": {"aqh": false},
       "pings": {"tsv": {"parameters": [
         {"name": "id3", "variable": "id3Tag", "required": true},
         {"name": "rnd", "variable": "rnd", "required": true}]}}}
      """
    )
    let api = NielsenAppApi(appInfo: appInfo, delegate: nil, environment: environment)
    print(EngineConfiguration().json())
    // }
    #expect(api?.lastEventDict?["EventStatus"] as? Int == 2001)
  }

  @Test("the opt-out example distinguishes closing the page, opting out and other links")
  func privacy() throws {
    let api = try Self.engine()
    var shown: [String] = []
    func show(_ url: URL) { shown.append(url.absoluteString) }
    func show(_ address: String) { shown.append(address) }
    func closePage() { shown.append("closed") }
    for address in [kNielsenWebClose, "nielsenappsdk://1", "https://optout.invalid/2"] {
      // privacy {
      if let url = URL(string: api.optOutURL) { show(url) }
      // on navigation to `address`:
      if address == kNielsenWebClose {
        closePage()
      } else if !api.userOptOut(address) {
        show(address)
      }
      // }
    }
    #expect(shown.filter { !$0.contains("appid") } == ["closed", "https://optout.invalid/2"])
    #expect(api.optOutStatus)
  }

  @Test("in the casting example, the receiver has the sender's device id and no error")
  func casting() throws {
    let api = try Self.engine()
    // airplay {
    let uid = "DC:56:E7:53:72:85-screen"
    let outputs = [(portType: "AirPlay", portName: "Apple TV 4K", uid: uid)]
    api.updateOTT(airPlayStatus(outputs))
    // }
    let relayed = api.receiverMetadata()
    // receiver {
    let sdk = BrowserSdk(
      appId: "PXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX",
      instanceName: "ChromeCastInstance"
    )
    sdk?.ggPM("loadmetadata", ["type": "content", "assetid": "film"])
    sdk?.ggPM("updateOTT", ["ottStatus": "1", "ottType": "casting"].merging(relayed) { $1 })
    sdk?.ggPM("setPlayheadPosition", 12)
    sdk?.ggPM("end", 12)
    // }
    #expect(sdk?.engine.deviceId == api.deviceId)
    #expect(sdk?.engine.lastErrorDict == nil)
  }
}
