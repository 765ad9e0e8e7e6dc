extension RehearsalItem {
  static let goingLive: [RehearsalItem] = [
    RehearsalItem(
      "release-sfcode",
      "The release build does not request a test configuration",
      expected: "no sfcode and no collection host with cert",
      source: Documents.all(
        Documents.dtvrChecklist,
        "W: Digital Audio Browser SDK",
        Documents.ours
      ),
      remedy: "Remove the test sfcode, or use the production one (audio: drm).",
      record: releaseRecord
    ) { capture, evidence in
      guard capture.settings.isRelease else { return }
      let hosts = capture.pings.filter { $0.ping.host.isForCertification }
      if let first = hosts.first { return evidence.contradict(hosts, "host \(first.ping.host)") }
      evidence.facility(in: capture) { !$0.isForCertification }
    },
    RehearsalItem(
      "release-appid",
      "The release build has the production app id",
      expected: "c13 does not begin with T, and is not an example from the documents",
      source: Documents.all(Documents.onboarding, Documents.ours),
      remedy: "Use the production app id if Nielsen issued two.",
      record: releaseRecord
    ) { capture, evidence in
      guard capture.settings.isRelease else { return }
      evidence.every(
        capture.pings.filter { !$0["c13"].isEmpty },
        seen: { $0.shown("c13") }
      ) { !$0["c13"].hasPrefix("T") && !sampleIDs.contains($0["c13"].uppercased()) }
    },
    RehearsalItem(
      "release-sdk",
      "On iOS and tvOS 17 and later, the SDK is 9.2.0 or later",
      expected: "c16 with ai is 9.2.0 or later if c14 is iOS or tvOS 17 or later",
      source: Documents.guide,
      remedy: "Update to SDK 9.2.0.0 or later.",
      record: "Record the release build on iOS or tvOS 17 or later, and pass --release."
    ) { capture, evidence in
      guard capture.settings.isRelease else { return }
      evidence.every(
        capture.pings.filter { $0["c16"].hasPrefix("ai") && $0.isApple17 && $0.sdkVersion != nil },
        seen: { $0.shown("c16", "c14") }
      ) { !($0.sdkVersion ?? []).lexicographicallyPrecedes([9, 2]) }
    },
    RehearsalItem(
      "release-no-samples",
      "No metadata is copied from the examples in the documents",
      expected: "tl, cg, ai, channame and c15 are not those of the examples in the documents",
      source: Documents.ours,
      basis: .ours,
      remedy: "Replace the sample metadata.",
      record: releaseRecord
    ) { capture, evidence in
      guard capture.settings.isRelease else { return }
      func samples(in ping: RehearsedPing) -> [String] {
        ["tl", "cg", "ai", "channame", "c15"].filter {
          Self.samples.contains(ping[$0].lowercased())
        }
      }
      evidence.every(
        capture.pings.filter { $0.isViewing || $0.isRaw },
        seen: { ping in
          let found = samples(in: ping)
          return (found.isEmpty ? ["tl", "cg", "ai", "channame", "c15"] : found)
            .filter { !ping[$0].isEmpty }.map { "\($0)=\(ping[$0])" }.joined(separator: " ")
        }
      ) { samples(in: $0).isEmpty }
    },
    RehearsalItem(
      "release-https",
      "Every request to Nielsen is HTTPS",
      expected: "the scheme of every request is https",
      source: Documents.all(Documents.guide, Documents.api),
      remedy: "Remove the app's exception for cleartext traffic.",
      record: "Record the release build with complete URLs, such as in HAR, and pass --release."
    ) { capture, evidence in
      guard capture.settings.isRelease else { return }
      let request = capture.otherRequests.first {
        $0.isConfiguration && $0.url.hasScheme && !$0.url.hostText.isOwnNetwork
          && !$0.url.isEncrypted
      }
      if let request {
        return evidence.contradict(
          capture.pings(at: request),
          "configuration: http://\(request.url.hostText)"
        )
      }
      evidence.every(
        capture.pings.filter { $0.ping.url.hasScheme && !$0.ping.host.isOwnNetwork },
        seen: { ($0.ping.url.isEncrypted ? "https" : "http") + "://\($0.ping.host)" }
      ) { $0.ping.url.isEncrypted }
    },
  ]

  private static let releaseRecord = "Record the release build, and pass --release."

  /// App ids from examples in the documents.
  private static let sampleIDs: Set = [
    "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41", "PXXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX",
    "P00000000-0000-0000-0000-000000000000",
  ]

  /// Metadata values from examples in the documents, in lower case.
  private static let samples: Set = [
    "program name", "programname", "episode title", "program s3, ep1", "uniqueassetid",
    "uniquepostrolladid", "vid345-67483", "my channel name 1", "themovietitle", "sample app name",
    "nielsen sample app", "app name here", "appname", "ad_123",
  ]
}

extension RehearsedPing {
  /// Whether the device has iOS or tvOS 17 or later.
  fileprivate var isApple17: Bool {
    let system = self["c14"].lowercased()
    guard system.hasPrefix("ios") || system.hasPrefix("tvos") else { return false }
    let version = system.drop { !$0.isNumber }.prefix { $0.isNumber }
    return (Int(version) ?? 0) >= 17
  }
}

extension String {
  fileprivate var isEncrypted: Bool { lowercased().hasPrefix("https://") }

  fileprivate var hasScheme: Bool { isEncrypted || lowercased().hasPrefix("http://") }

  /// The host of a URL, in lower case. Empty if the URL has no scheme.
  fileprivate var hostText: String {
    guard let start = firstRange(of: "://") else { return "" }
    return String(self[start.upperBound...].prefix { !"/:?#".contains($0) }).lowercased()
  }

  /// Whether a host is in the tester's network, such as a collector of `id3tap`: an IP address or a local name.
  fileprivate var isOwnNetwork: Bool {
    self == "localhost" || hasSuffix(".local") || hasPrefix("[")
      || allSatisfy { $0.isNumber || $0 == "." }
  }
}
