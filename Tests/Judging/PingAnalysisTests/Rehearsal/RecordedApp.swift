@testable import PingAnalysis

/// A HAR capture of an app: the configuration request, then pings with User-Agent, status and arrival time.
struct RecordedApp {
  static let configuration =
    "https://sdkconfig.invalid/cgi-bin/cfg?sfcode=dcr-cert&appid=P3D8D326A&bldv=ai.9.2.0.0_gsxaoni"

  var exchanges: [CapturedExchange]
  var isRelease = false
  var products: Set<String> = []

  /// Creates a capture whose pings arrive 0.3 s after they are sent. `configuration` precedes them.
  init(_ urls: [String], configuration: String? = Self.configuration) {
    let pings = urls.map { url -> CapturedExchange in
      let ping = PingRecognizer.pings(in: CapturedRequest(url: url)).first
      return CapturedExchange(
        request: CapturedRequest(url: url, sentAt: ping?.number("c62").map { Double($0) + 0.3 }),
        userAgent: "Rehearsed/5.47 CFNetwork/1474 Darwin/23.0.0",
        status: 200
      )
    }
    let first = configuration.map {
      CapturedExchange(request: CapturedRequest(url: $0), status: 200)
    }
    exchanges = (first.map { [$0] } ?? []) + pings
  }

  var capture: RehearsalCase {
    var settings = RehearsalCase.Settings()
    settings.isRelease = isRelease
    settings.products = products
    return RehearsalCase(
      exchanges: exchanges,
      actions: nil,
      streamTags: nil,
      settings: settings,
      holdsOtherRequests: true
    )
  }

  func changed(_ change: (inout RecordedApp) -> Void) -> RehearsalCase {
    var app = self
    change(&app)
    return app.capture
  }
}

extension RecordedApp {
  /// A capture of an episode with ads.
  static let episode = RecordedApp(PlayedScenario.clean)
  /// A capture of a channel with tags.
  static let channel = RecordedApp(PlayedScenario.cleanLinear)

  /// A capture of an episode without ads, from a release build.
  static let released: RecordedApp = {
    var scenario = PlayedScenario()
    scenario.appInfo["appid"] = "P1F0C2B74-93AD-4E5F-8A61-7D2E9B40C358"
    scenario.content["assetid"] = "ep-20417"
    let urls = (try? scenario.urls()) ?? []
    var app = RecordedApp(
      urls.setting("c16", "ai.9.2.0", in: .all).setting("c30", "ai.9.2.0.0_gsxaoni", in: .all)
        .setting("c14", "iOS17.1", in: .content),
      configuration: "https://sdkconfig.invalid/cgi-bin/cfg?sfcode=us"
    )
    app.isRelease = true
    return app
  }()
}
