extension RehearsalItem {
  static let transportRequests: [RehearsalItem] = [
    RehearsalItem(
      "user-agent",
      "The User-Agent does not look like that of a robot",
      expected: "User-Agent without " + robots.joined(separator: ", "),
      source: Documents.all(Documents.testing, Documents.ours),
      remedy: "Set an application User-Agent.",
      record: "Export the capture in a format with header fields, such as HAR."
    ) { capture, evidence in
      evidence.every(
        capture.pings.filter { $0.userAgent != nil },
        seen: { "User-Agent: \($0.userAgent ?? "")" }
      ) { ping in
        // Cubot is a phone brand.
        let client = (ping.userAgent ?? "").lowercased().replacing("cubot", with: "")
        return !robots.contains { client.contains($0) }
      }
    },
    RehearsalItem(
      "http-accepted",
      "Every ping is answered with 2xx or 3xx",
      expected: "status 200 to 399",
      source: Documents.all("W: Digital Measurement Content Audit Beacon", Documents.ours),
      remedy: "Configure the proxy to forward pings, or check the network security settings.",
      record: "Export the capture in a format with status codes, such as HAR."
    ) { capture, evidence in
      evidence.every(
        capture.pings.filter { $0.status != nil },
        seen: { "status \($0.status ?? 0)" }
      ) { (200..<400).contains($0.status ?? 0) }
    },
    RehearsalItem(
      "arrival-order",
      "Pings of an app session arrive in the order in which they were made",
      expected:
        "c61 does not decrease by more than 2 s within a sessionId, unless sdd has retry 1 or more",
      source: Documents.ours,
      basis: .ours,
      remedy: "Use one instance; do not send pings from your own queue.",
      record: "Record a viewing: two pings are needed."
    ) { capture, evidence in
      var latest: [String: Int64] = [:]
      var counts: [String: Int] = [:]
      var late: [Int: Int64] = [:]
      let pings = capture.pings.filter { !$0["sessionId"].isEmpty && $0.number("c61") != nil }
      for ping in pings {
        let (session, made) = (ping["sessionId"], ping.number("c61") ?? 0)
        counts[session, default: 0] += 1
        let before = latest[session] ?? made
        if made + overtaking < before, ping.retries ?? 0 == 0 { late[ping.index] = before - made }
        latest[session] = max(before, made)
      }
      evidence.every(
        pings.filter { (counts[$0["sessionId"]] ?? 0) >= 2 },
        seen: { ping in
          ping.shown("c61")
            + (late[ping.index].map { ": \($0) s before a ping that arrived earlier" } ?? "")
        }
      ) { late[$0.index] == nil }
    },
    RehearsalItem(
      "no-duplicates",
      "No ping arrives twice",
      expected:
        "at most one ping of a product with the same sessionId, rnd, cr and ca, unless a repeat has a higher retry",
      source: Documents.ours,
      basis: .ours,
      remedy: "Check the proxy for replays and the app for a second instance.",
      record: "Record 6 minutes of one asset."
    ) { capture, evidence in
      var known: [[String]: Int] = [:]
      for ping in capture.pings where !ping["rnd"].isEmpty {
        let key = [
          ping["sessionId"], ping["rnd"], ping.ping.product.rawValue, ping["cr"], ping["ca"],
        ]
        if let retries = known[key], ping.retries ?? 0 <= retries {
          evidence.contradict([ping], "repeated: " + ping.shown("rnd", "cr"))
        }
        known[key] = max(known[key] ?? 0, ping.retries ?? 0)
      }
      if capture.isSufficient() {
        evidence.show(capture.pings, "\(capture.pings.count) pings, each once")
      }
    },
    RehearsalItem(
      "clock",
      "The clock of the device does not jump",
      expected: "arrival minus c62 varies by at most 120 s in an app session",
      source: Documents.ours,
      basis: .ours,
      remedy: "Set the device clock to network time.",
      record: "Export the capture in a format with arrival times, such as HAR.",
      lints: ["time-fits-clock"]
    ) { capture, evidence in
      var delays: [Int: Double] = [:]
      var wrong: Set<Int> = []
      for session in capture.appSessions {
        let pings = session.pings.filter { $0.arrivedAt != nil && ($0.number("c62") ?? 0) > 0 }
        guard pings.count >= 2 else { continue }
        for ping in pings {
          delays[ping.index] = (ping.arrivedAt ?? 0) - Double(ping.number("c62") ?? 0)
        }
        let sorted = pings.compactMap { delays[$0.index] }.sorted()
        guard let least = sorted.first, let most = sorted.last, most - least > clockTolerance else {
          continue
        }
        let middle = sorted[(sorted.count - 1) / 2]
        for ping in pings where abs((delays[ping.index] ?? middle) - middle) > clockTolerance / 2 {
          wrong.insert(ping.index)
        }
      }
      evidence.every(
        capture.pings.filter { delays[$0.index] != nil },
        seen: { ping in
          let seconds = Int64((delays[ping.index] ?? 0).clamped.rounded())
          return "arrival \(seconds) s after c62=\(ping["c62"])"
        }
      ) { !wrong.contains($0.index) }
    },
    RehearsalItem(
      "url-length",
      "No URL is longer than 2048 bytes, except those of raw pings",
      expected: "URL of at most \(urlLimit) bytes",
      source: Documents.guide,
      remedy: "Shorten metadata.",
      record: "Record any viewing.",
      lints: ["url-length"]
    ) { capture, evidence in
      evidence.every(
        capture.pings.filter { !$0.isRaw },
        seen: { "URL of \($0.ping.url.utf8.count) bytes" }
      ) { $0.ping.url.utf8.count <= urlLimit }
    },
  ]

  private static let robots = [
    "bot", "crawl", "spider", "curl", "python", "okhttp", "java/", "go-http-client",
    "apache-httpclient",
  ]

  /// The maximum time, in seconds, by which a ping may be older than a ping that arrived before it. Requests run in
  /// parallel.
  private static let overtaking: Int64 = 2

  /// The maximum variation, in seconds, of the difference between the device's and the recorder's clock.
  private static let clockTolerance = 120.0

  private static let urlLimit = 2048
}

extension Double {
  /// The value limited to ±10^12, which fits an integer. 0 if not finite.
  fileprivate var clamped: Double { isFinite ? min(max(self, -1e12), 1e12) : 0 }
}
