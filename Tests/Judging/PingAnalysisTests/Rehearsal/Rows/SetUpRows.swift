@testable import PingAnalysis

extension RehearsalRow {
  static let setUp: [RehearsalRow] = sessionStart + appIdentity + testBuild + captureItems

  private static let sessionStart: [RehearsalRow] = [
    .clean("config-first") { RecordedApp.episode.capture },
    .broken("config-first", "the configuration request follows the first view") {
      RecordedApp.episode.changed { $0.exchanges.insert($0.exchanges.removeFirst(), at: 2) }
    },
    .broken("config-first", "the configuration request is answered with 404") {
      RecordedApp.episode.changed { $0.exchanges[0].status = 404 }
    },
    .cut("config-first", "no configuration request", urls: PlayedScenario.clean),
    .cut("config-first", "the capture begins after the start of the app") {
      RecordedApp.episode.changed { $0.exchanges.removeFirst(2) }
    },

    .clean("session-ping") { RecordedApp.episode.capture },
    .broken("session-ping", "no session ping") {
      RecordedApp(PlayedScenario.clean.dropping(.session)).capture
    },
    .broken(
      "session-ping",
      "the session ping follows the first view",
      urls: Array(PlayedScenario.clean[1..<2]) + PlayedScenario.clean[..<1]
        + PlayedScenario.clean[2...]
    ),
    .cut(
      "session-ping",
      "the capture begins after the start of the app",
      urls: PlayedScenario.clean.dropping(.session)
    ),

    .clean("product-present") { RecordedApp.episode.changed { $0.products = ["dcr"] } },
    .broken("product-present", "no DTVR ping") {
      RecordedApp.episode.changed { $0.products = ["dcr", "dtvr"] }
    },
    .broken("product-present", "no raw ping") {
      var app = RecordedApp(PlayedScenario.cleanLinear.dropping(.raw))
      app.products = ["dtvr"]
      return app.capture
    },
    .broken("product-present", "no page") {
      RecordedApp.episode.changed { $0.products = ["static"] }
    },
    .cut("product-present", "no product named") { RecordedApp.episode.capture },
  ]

  private static let appIdentity: [RehearsalRow] = [
    .clean("appid-form", urls: PlayedScenario.cleanLinear),
    .broken("appid-form", "a placeholder with X") {
      var scenario = PlayedScenario()
      scenario.appInfo["appid"] = "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"
      return RehearsalCase(urls: try scenario.urls())
    },
    .broken(
      "appid-form",
      "a placeholder with 0",
      urls: PlayedScenario.clean
        .setting("c13", "P00000000-0000-0000-0000-000000000000", in: .all)
    ),
    .cut(
      "appid-form",
      "no ping has an app id",
      urls: PlayedScenario.clean.setting("c13", "", in: .all)
    ),

    .clean("appid-constant", urls: PlayedScenario.cleanLinear),
    .broken(
      "appid-constant",
      "one timer has a different app id",
      urls: PlayedScenario.clean
        .setting("c13", "P1F0C2B74-93AD-4E5F-8A61-7D2E9B40C358", in: .timer, first: 1)
    ),
    .broken(
      "appid-constant",
      "one raw ping has a different app id",
      urls: PlayedScenario.cleanLinear
        .setting("pc", "P1F0C2B74-93AD-4E5F-8A61-7D2E9B40C358", in: .raw, first: 1)
    ),
    .cut("appid-constant", "only one ping", urls: Array(PlayedScenario.clean.prefix(1))),

    .clean("appname-set", urls: PlayedScenario.cleanLinear),
    .broken(
      "appname-set",
      "the app name is blank",
      urls: PlayedScenario.clean.setting("c15", "", in: .all)
    ),
    .broken(
      "appname-set",
      "the app name is blank in the impression",
      urls: PlayedScenario.cleanLinear.setting("c15", "", in: .dtvr, first: 1)
    ),
    .cut("appname-set", "no viewing", urls: PlayedScenario.clean.keeping(.session)),

    .clean("appversion-set", urls: PlayedScenario.cleanLinear),
    .broken(
      "appversion-set",
      "the app version is blank",
      urls: PlayedScenario.clean.setting("c12", "", in: .content)
    ),
    .broken(
      "appversion-set",
      "one ping has a different app version",
      urls: PlayedScenario.clean.setting("c12", "6.0", in: .timer, first: 1)
    ),
    .cut("appversion-set", "no viewing", urls: PlayedScenario.clean.keeping(.session)),

    .clean("sdk-version", urls: PlayedScenario.clean),
    .broken(
      "sdk-version",
      "c30 and c16 have different platforms",
      urls: PlayedScenario.clean.setting("c30", "aa.9.2.0.0_g", in: .content, first: 1)
    ),
    .broken(
      "sdk-version",
      "one ping has a different SDK version",
      urls: PlayedScenario.clean.setting("c16", "ox.1.1.0", in: .content, first: 1)
    ),
    .broken(
      "sdk-version",
      "an unknown platform",
      urls: PlayedScenario.clean.setting("c16", "zz.9.2.0", in: .all)
        .setting("c30", "zz.9.2.0.0_g", in: .all)
    ),
    .cut("sdk-version", "no SDK version", urls: PlayedScenario.clean.setting("c16", "", in: .all)),
  ]

  private static let testBuild: [RehearsalRow] = [
    .clean("test-sfcode") { RecordedApp.episode.capture },
    .clean("test-sfcode", "no sfcode") {
      RecordedApp(PlayedScenario.clean, configuration: "https://sdkconfig.invalid/conf/P1.js")
        .capture
    },
    .broken("test-sfcode", "the sfcode is us") {
      RecordedApp(
        PlayedScenario.clean,
        configuration: "https://sdkconfig.invalid/cgi-bin/cfg?sfcode=us"
      ).capture
    },
    .broken("test-sfcode", "the sfcode is blank") {
      RecordedApp(
        PlayedScenario.clean,
        configuration: "https://sdkconfig.invalid/cgi-bin/cfg?appid=P1&sfcode="
      ).capture
    },
    .cut("test-sfcode", "with --release") { RecordedApp.episode.changed { $0.isRelease = true } },
    .cut("test-sfcode", "no configuration request", urls: PlayedScenario.clean),

    .clean("test-opted-in", urls: PlayedScenario.clean),
    .broken(
      "test-opted-in",
      "the session starts with uoo=true",
      urls: PlayedScenario.clean.optedOut("true")
    ),
    .broken(
      "test-opted-in",
      "the session starts with uoo=1",
      urls: PlayedScenario.clean.optedOut("1")
    ),
    .cut(
      "test-opted-in",
      "the capture begins after the start of the app",
      urls: PlayedScenario.clean.dropping(.session)
    ),
  ]

  private static let captureItems: [RehearsalRow] = [
    .clean("instances-limit", urls: try RecordedApp.instances(4, "ai.5.1.0")),
    .broken(
      "instances-limit",
      "five instances at once",
      urls: try RecordedApp.instances(5, "ai.5.1.0")
    ),
    .broken(
      "instances-limit",
      "six instances at once with SDK 6.0.0.3",
      urls: try RecordedApp.instances(6, "aa.6.0.0.3")
    ),
    .cut(
      "instances-limit",
      "an SDK without a limit",
      urls: try RecordedApp.instances(6, "ai.6.0.0.4")
    ),

    .clean("capture-sufficient", urls: PlayedScenario.clean),
    .clean("capture-sufficient", "a channel", urls: PlayedScenario.cleanLinear),
    .broken("capture-sufficient", "a viewing of 100 s") {
      var scenario = PlayedScenario()
      scenario.duration = 100
      return RehearsalCase(urls: try scenario.urls())
    },
    .broken(
      "capture-sufficient",
      "no viewing ended",
      urls: PlayedScenario.clean.cut(after: 1, of: .content && .timer)
    ),
  ]
}

extension [String] {
  /// Marks the pings as opted out, and blanks their ids.
  fileprivate func optedOut(_ mark: String) -> [String] {
    setting("uoo", mark, in: .all).editing(.all) { url in
      ["c9", "c1", "fp_id", "fp_cr_tm", "fp_acc_tm", "ve_id"].reduce(url) {
        $0.contains("&\($1)=") ? $0.setting($1, "") : $0
      }
    }
  }
}

extension RecordedApp {
  /// The pings of several instances that play on one device at once.
  fileprivate static func instances(_ count: UInt64, _ version: String) throws -> [String] {
    var urls: [String] = []
    for seed in 0..<count {
      var scenario = PlayedScenario()
      scenario.seed = seed
      scenario.start += Int64(seed)
      scenario.content["assetid"] = "ep-\(seed)"
      scenario.content["title"] = "The Pants S1E\(seed)"
      urls += try scenario.urls()
    }
    let device = String(repeating: "0a1b2c3d", count: 8)
    let own = urls.setting("c16", version, in: .all).setting("c30", version + ".0_g", in: .all)
      .setting("c9", device, in: .all).setting("c1", device, in: .content)
    func made(_ url: String) -> Int64 {
      PingRecognizer.pings(in: CapturedRequest(url: url)).first?.number("c61") ?? 0
    }
    return own.sorted { made($0) < made($1) }
  }
}
