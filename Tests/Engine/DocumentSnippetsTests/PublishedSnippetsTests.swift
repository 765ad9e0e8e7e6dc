import Foundation
import NielsenAppApi
import Synchronization
import Testing

/// The published Swift snippets, run against the engine.
@Suite("the published snippets", .serialized, .ownStore)
struct PublishedSnippetsTests {
  final class Delegate: NielsenAppApiDelegate, Sendable {
    let pings = Mutex<[Ping]>([])
    let errors = Mutex<[Int]>([])
    func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
      errors.withLock { $0.append(error["ErrorStatus"] as? Int ?? 0) }
    }
  }

  static func engine(_ delegate: Delegate) throws -> NielsenAppApi {
    var environment = EngineEnvironment.offline(seed: 1)
    environment.clock = { 1_700_000_000_000 }
    environment.onPing = { ping in delegate.pings.withLock { $0.append(ping) } }
    let appInfo = ["appid": "PXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"]
    return try #require(
      NielsenAppApi(appInfo: appInfo, delegate: delegate, environment: environment)
    )
  }

  @Test("the published initialization code starts an engine")
  func initialization() throws {
    let controller = ViewController()
    controller.viewDidLoad()
    let api = try #require(controller.nielsenAppApi)
    #expect(api.lastEventDict?["EventStatus"] as? Int == 2001)
    #expect(api.debug)
    api.close()
  }

  @Test("the published calls make the pings of content and its postroll")
  func calls() throws {
    let delegate = Delegate()
    let snippets = CallSnippets(try Self.engine(delegate))
    let (channelInfo, contentMetadata, adMetadata) = snippets.dictionaries()
    snippets.play(channelInfo)
    snippets.load(contentMetadata)
    for second in 0...3 { snippets.position(Int64(second)) }
    snippets.end()
    snippets.load(adMetadata)
    for second in 0...2 { snippets.position(Int64(second)) }
    snippets.stop()
    let pings = delegate.pings.withLock { $0 }
    #expect(pings.map(\.type) == [.session, .view, .timer, .view, .timer])
    #expect(
      pings.compactMap { $0["ai"] } == [
        "uniqueassetid", "uniqueassetid", "uniquepostrolladid", "uniquepostrolladid",
      ]
    )
    #expect(delegate.errors.withLock { $0 }.isEmpty)
    snippets.optOut()
    #expect(snippets.nielsenAppApi?.optOutStatus == true)
  }

  @Test("the published code for the global build loads the opt-out page")
  func globalBuild() throws {
    let controller = GlobalBuild.OptOutVC()
    controller.nielsenApi = try Self.engine(Delegate())
    controller.loadView()
    controller.viewDidLoad()
    #expect(controller.webView.loaded.count == 1)
    controller.closeOptOutView()
    #expect(controller.isDismissed)
  }

  @Test("the published code for the No Ad Framework build opts out, opts in and closes the page")
  func noAdFrameworkBuild() throws {
    let controller = NoAdFrameworkBuild.OptOutVC()
    let api = try Self.engine(Delegate())
    controller.nielsenApi = api
    controller.loadView()
    controller.viewDidLoad()
    func decide(_ address: String) throws -> WKNavigationActionPolicy? {
      let action = WKNavigationAction(try #require(URL(string: address)), .other)
      var policy: WKNavigationActionPolicy?
      controller.webView(controller.webView, decidePolicyFor: action) { policy = $0 }
      return policy
    }
    #expect(try decide("nielsenappsdk://1") == .cancel)
    #expect(api.optOutStatus)
    #expect(try decide("nielsenappsdk://0") == .cancel)
    #expect(!api.optOutStatus)
    #expect(try decide("https://optout.invalid/next") == .allow)
    #expect(!controller.isDismissed)
    #expect(try decide(kNielsenWebClose) == .cancel)
    #expect(controller.isDismissed)
  }

  @Test("the published legacy code opts the user out with an optional string")
  func legacy() throws {
    let legacy = LegacyOptOut()
    legacy.nielsenApi = try Self.engine(Delegate())
    var policies: [WKNavigationActionPolicy] = []
    for address in [legacy.NIELSEN_URL_OPT_OUT, "https://optout.invalid/"] {
      let action = WKNavigationAction(try #require(URL(string: address)), .other)
      legacy.webView(WKWebView(), decidePolicyFor: action) { policies.append($0) }
    }
    #expect(policies == [.allow, .cancel])
    #expect(legacy.nielsenApi.optOutStatus)
  }

  @Test("the published AirPlay code reports mirroring from the audio session's route")
  func airPlay() throws {
    let delegate = Delegate()
    let api = try Self.engine(delegate)
    let snippets = AirPlaySnippets(api)
    let route = AVAudioSession.sharedInstance().currentRoute
    route.outputs = [
      AVAudioSessionPortDescription(
        portType: AVAudioSessionPortAirPlay,
        portName: "Apple TV 4K",
        uid: "DC:56:E7:53:72:85-screen"
      )
    ]
    snippets.handleRouteChanged(Notification(name: Notification.Name("route")))
    route.outputs = []
    api.loadMetadata(["type": "content", "assetid": "a"])
    api.playheadPosition(0)
    let ping = try #require(delegate.pings.withLock { $0.last })
    #expect(ping["c71"] == "ottflg,1")
    #expect(ping["c72"] == "otttyp,mirroring")
    #expect(delegate.errors.withLock { $0 }.isEmpty)
  }
}
