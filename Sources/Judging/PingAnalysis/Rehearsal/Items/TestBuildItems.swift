extension RehearsalItem {
  static let testBuild: [RehearsalItem] = [
    RehearsalItem(
      "test-sfcode",
      "A test build requests the test configuration",
      expected: "sfcode of the configuration request: absent, or a code such as cert or dcr-cert",
      source: Documents.all(Documents.dtvrChecklist, Documents.dcrChecklist),
      remedy: "Set the sfcode that Nielsen issued for testing.",
      record: "Record a test build from the launch of the app."
    ) { capture, evidence in
      guard !capture.settings.isRelease else { return }
      evidence.facility(in: capture) { $0.isForCertification }
    },
    RehearsalItem(
      "test-opted-in",
      "A test starts with the user opted in",
      expected: "first ping with uoo: blank, 0 or false",
      source: Documents.testing,
      remedy: "Opt in again, kill the app, then record.",
      record: "Record a test build from the launch of the app."
    ) { capture, evidence in
      guard !capture.settings.isRelease, let session = capture.appSessions.first, session.hasStart,
        let first = session.pings.first(where: { $0.ping["uoo"] != nil })
      else { return }
      evidence.every([first], seen: { $0.shown("uoo") }) { !$0.isOptedOut }
    },
  ]

  static let captureItems: [RehearsalItem] = [
    RehearsalItem(
      "instances-limit",
      "At most four instances of one app id are open at once (SDK below 6.0.0.4)",
      expected: "at most 4 values of c29 at once for one c13",
      source: Documents.api,
      remedy:
        "Destroy an SDK instance before you create the next; the limit is four for each app id.",
      record: "Record an app with an SDK below 6.0.0.4; later SDKs have no limit."
    ) { capture, evidence in
      let old = capture.ordered.filter { ping in
        !ping["c29"].isEmpty
          && ping.sdkVersion.map { $0.lexicographicallyPrecedes([6, 0, 0, 4]) } ?? false
      }
      var spans: [[String]: (first: RehearsedPing, last: RehearsedPing)] = [:]
      for ping in old {
        let key = [ping["c13"], ping["c9"], ping["c29"]]
        spans[key] = (spans[key]?.first ?? ping, ping)
      }
      // The number of open instances is highest when an instance begins.
      let open = spans.map { key, span in
        spans.filter { other, place in
          other.dropLast() == key.dropLast() && place.first.madeAt <= span.first.madeAt
            && place.last.madeAt >= span.first.madeAt
        }
      }
      guard let most = open.max(by: { $0.count < $1.count }) else { return }
      evidence.take(
        most.count <= 4,
        most.values.map(\.first),
        "\(most.count) values of c29 at once"
      )
    },
    RehearsalItem(
      "capture-sufficient",
      "The capture has a viewing of five minutes, and one that ended",
      expected: "a viewing with 300 seconds of c27, and one that ended",
      source: Documents.dcrChecklist,
      remedy: "Record 6 minutes of one asset, then leave it.",
      record: "Record 6 minutes of one asset, then leave it."
    ) { capture, evidence in
      let groups =
        capture.viewings.map { (pings: $0.content.filter(\.isTimer), isEnded: $0.isEnded) }
        + capture.cidSessions.map { (pings: $0.pings("D"), isEnded: $0.isEnded) }
      let longest = groups.max { $0.pings.creditedSeconds < $1.pings.creditedSeconds }?.pings ?? []
      let ended = groups.contains(where: \.isEnded) ? "one ended" : "none ended"
      evidence.take(
        capture.isSufficient(ended: true) && !longest.isEmpty,
        longest,
        "at most \(longest.creditedSeconds) s of c27 in one viewing, \(ended)"
      )
    },
  ]
}

extension Evidence {
  /// Checks that the configuration is requested without `sfcode`, or with one that satisfies a condition.
  mutating func facility(in capture: RehearsalCase, satisfies: (String) -> Bool) {
    let requests = capture.otherRequests.filter(\.isConfiguration)
    let wrong = requests.first { $0.facility.map { !satisfies($0) } ?? false }
    guard let request = wrong ?? requests.first else { return }
    let seen = request.facility.map { "sfcode=\($0)" } ?? "no sfcode"
    take(wrong == nil, capture.pings(at: request), seen)
  }
}

extension OtherRequest {
  /// The `sfcode` of a configuration request. Nil if absent.
  fileprivate var facility: String? {
    PingRecognizer.parameters(of: url).value(of: "sfcode")
  }
}

extension String {
  /// Whether a code or host name belongs to a certification facility, such as `cert`, `dcr-cert` or `uat-cert`.
  var isForCertification: Bool {
    split { $0 == "-" || $0 == "." || $0 == "_" }.contains { $0.lowercased().hasSuffix("cert") }
  }
}

extension RehearsalCase {
  /// The first ping after a request that is not a ping, or the last ping if none follows.
  func pings(at request: OtherRequest) -> [RehearsedPing] {
    [pings.first { $0.index >= request.pingsBefore } ?? pings.last].compactMap { $0 }
  }
}

extension RehearsedPing {
  /// The SDK version in `c16`, without the platform. Nil if there is no version, and for `id3tap`'s engine, which is
  /// versioned differently.
  var sdkVersion: [Int]? {
    let text = self["c16"]
    guard !text.hasPrefix("ox") else { return nil }
    let numbers = text.drop { !$0.isNumber }.split(separator: ".").map { Int($0) }
    guard !numbers.isEmpty, !numbers.contains(nil) else { return nil }
    return numbers.compactMap { $0 }
  }
}
