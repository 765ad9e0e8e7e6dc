import PingAnalysis

extension RehearsalRow {
  private static let released = RecordedApp.released

  /// The release build's pings with a change.
  private static func edited(
    _ edit: @escaping @Sendable ([String]) -> [String]
  ) -> @Sendable () -> RehearsalCase {
    {
      released.changed { app in
        let urls = app.exchanges.dropFirst().map(\.request.url)
        for (place, url) in edit(urls).enumerated() { app.exchanges[place + 1].request.url = url }
      }
    }
  }

  static let goingLive: [RehearsalRow] = [
    .clean("release-sfcode") { released.capture },
    .broken("release-sfcode", "the sfcode is dcr-cert") {
      released.changed {
        $0.exchanges[0].request.url = "https://sdkconfig.invalid/cgi-bin/cfg?sfcode=dcr-cert"
      }
    },
    .broken(
      "release-sfcode",
      "pings go to the host of a certification facility",
      edited { $0.map { $0.replacing("collector.invalid", with: "dcr-cert.collector.invalid") } }
    ),
    .cut("release-sfcode", "no configuration request") {
      released.changed { $0.exchanges.removeFirst() }
    },

    .clean("release-appid") { released.capture },
    .broken(
      "release-appid",
      "a test app id",
      edited { $0.setting("c13", "T1F0C2B74-93AD-4E5F-8A61-7D2E9B40C358", in: .all) }
    ),
    .broken(
      "release-appid",
      "the app id from the guide",
      edited { $0.setting("c13", "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41", in: .all) }
    ),
    .cut("release-appid", "without --release") { released.changed { $0.isRelease = false } },

    .clean("release-sdk") { released.capture },
    .broken(
      "release-sdk",
      "SDK 8.1.0 on iOS 17",
      edited {
        $0.setting("c16", "ai.8.1.0", in: .all).setting("c30", "ai.8.1.0.0_g", in: .all)
      }
    ),
    .broken(
      "release-sdk",
      "SDK 9.1.0 on tvOS 18",
      edited {
        $0.setting("c16", "ai.9.1.0", in: .all).setting("c30", "ai.9.1.0.0_g", in: .all)
          .setting("c14", "tvOS18.0", in: .content)
      }
    ),
    .cut("release-sdk", "a device with iOS 16", edited { $0.setting("c14", "iOS16.7", in: .all) }),

    .clean("release-no-samples") { released.capture },
    .broken(
      "release-no-samples",
      "the program name from the guide",
      edited { $0.setting("cg", "Program Name", in: .content) }
    ),
    .broken(
      "release-no-samples",
      "the app name from the sample app",
      edited { $0.setting("c15", "Sample App Name", in: .content) }
    ),
    .cut("release-no-samples", "without --release") { released.changed { $0.isRelease = false } },

    .clean("release-https") { released.capture },
    .broken(
      "release-https",
      "pings over http",
      edited { $0.map { $0.replacing("https://", with: "http://") } }
    ),
    .broken("release-https", "the configuration request over http") {
      released.changed {
        $0.exchanges[0].request.url = "http://sdkconfig.invalid/cgi-bin/cfg?sfcode=us"
      }
    },
    .cut(
      "release-https",
      "a log without schemes",
      edited { $0.map { $0.replacing("https://collector.invalid", with: "") } }
    ),
    .cut(
      "release-https",
      "a collector on the tester's machine",
      edited { $0.map { $0.replacing("https://collector.invalid", with: "http://127.0.0.1:8977") } }
    ),
  ]
}
