import PingAnalysis

extension RehearsalRow {
  private static let episode = RecordedApp.episode

  static let transport: [RehearsalRow] = transportAnswers + transportOrder + transportForms

  private static let transportAnswers: [RehearsalRow] = [
    .clean("user-agent") { episode.capture },
    .clean("user-agent", "a Cubot phone") {
      episode.changed { $0.exchanges[2].userAgent = "Mozilla/5.0 (Linux; Android 13; CUBOT X90)" }
    },
    .broken("user-agent", "the User-Agent is that of okhttp") {
      episode.changed { $0.exchanges[2].userAgent = "okhttp/4.9" }
    },
    .broken("user-agent", "a crawler") {
      episode.changed { $0.exchanges[1].userAgent = "Mozilla/5.0 (compatible; Googlebot/2.1)" }
    },
    .cut("user-agent", "a capture without header fields", urls: PlayedScenario.clean),

    .clean("http-accepted") { episode.capture },
    .clean("http-accepted", "a ping is redirected") {
      episode.changed { $0.exchanges[2].status = 302 }
    },
    .broken("http-accepted", "a ping is answered with 403") {
      episode.changed { $0.exchanges[2].status = 403 }
    },
    .broken("http-accepted", "a ping is answered with 502") {
      episode.changed { $0.exchanges[3].status = 502 }
    },
    .cut("http-accepted", "a capture without status codes", urls: PlayedScenario.clean),

    .clean("clock") { episode.capture },
    .clean("clock", "the device clock is an hour slow") {
      episode.changed { app in
        for place in app.exchanges.indices { app.exchanges[place].shift(3600) }
      }
    },
    .broken("clock", "the clock jumps by ten minutes") {
      episode.changed { app in
        for place in app.exchanges.indices.dropFirst(4) { app.exchanges[place].shift(-600) }
      }
    },
    .broken("clock", "one ping arrives five minutes late") {
      episode.changed { $0.exchanges[4].shift(300) }
    },
    .cut("clock", "a capture without arrival times", urls: PlayedScenario.clean),
  ]

  private static let transportOrder: [RehearsalRow] = [
    .clean("arrival-order", urls: PlayedScenario.cleanLinear),
    .broken(
      "arrival-order",
      "two timers are swapped",
      urls: PlayedScenario.clean.exchanging(.content && .timer, 0, 1)
    ),
    .broken(
      "arrival-order",
      "the first raw ping arrives last",
      urls: PlayedScenario.cleanLinear.movingToEnd(.raw)
    ),
    .clean(
      "arrival-order",
      "a ping that was sent again",
      urls: PlayedScenario.cleanLinear
        .editing(.raw, first: 1) { $0.replacing("retry,0", with: "retry,1") }
        .movingToEnd(.raw)
    ),
    .cut("arrival-order", "only one ping", urls: Array(PlayedScenario.clean.prefix(1))),

    .clean("no-duplicates", urls: PlayedScenario.clean),
    .clean(
      "no-duplicates",
      "a ping that was sent again",
      urls: PlayedScenario.clean.flatMap { url in
        url.contains("D2_") ? [url, url.replacing("retry,0", with: "retry,1")] : [url]
      }
    ),
    .broken(
      "no-duplicates",
      "a timer arrives twice",
      urls: PlayedScenario.clean.flatMap { $0.contains("D2_") ? [$0, $0] : [$0] }
    ),
    .broken(
      "no-duplicates",
      "the session ping is replayed",
      urls: PlayedScenario.cleanLinear.prefix(1) + PlayedScenario.cleanLinear
    ),
    .cut("no-duplicates", "a viewing of 100 s") { try RehearsalCase(urls: short.urls()) },

    .clean("no-error-pings", urls: PlayedScenario.clean),
    .broken(
      "no-error-pings",
      "an error ping at the end",
      urls: PlayedScenario.clean + ["https://collector.invalid/cgi-bin/error?message=no%20id"]
    ),
    .broken(
      "no-error-pings",
      "an error ping during the viewing",
      urls: PlayedScenario.clean.prefix(2)
        + ["https://collector.invalid/cgi-bin/error?errcode=7&message=a"]
        + PlayedScenario.clean.dropFirst(2)
    ),
    .cut("no-error-pings", "a viewing of 100 s") { try RehearsalCase(urls: short.urls()) },
  ]

  private static let transportForms: [RehearsalRow] = [
    .clean("url-length", urls: PlayedScenario.cleanLinear),
    .broken(
      "url-length",
      "a title of 1500 characters",
      also: ["content-title", "content-title-episode"],
      urls: PlayedScenario.clean
        .setting("tl", String(repeating: "long title ", count: 140), in: .content)
    ),
    .broken(
      "url-length",
      "a genre of 2000 characters",
      urls: PlayedScenario.clean
        .setting("c44", String(repeating: "drama", count: 400), in: .content, first: 1)
    ),
    .cut("url-length", "only raw pings", urls: PlayedScenario.cleanLinear.keeping(.raw)),

    .clean("encoding", urls: PlayedScenario.cleanLinear),
    .broken(
      "encoding",
      "a program that is encoded twice",
      urls: PlayedScenario.clean.setting("cg", "A%20B", in: .content || .ad)
    ),
    .broken(
      "encoding",
      "Latin-1 in the program",
      urls: PlayedScenario.clean
        .map { $0.replacing("cg=Harbour%20Lights", with: "cg=Caf%E9") }
    ),
    .cut("encoding", "a ping without parameters", urls: ["https://collector.invalid/cgi-bin/gn"]),

    .clean("fields-valid", urls: PlayedScenario.cleanLinear),
    .broken(
      "fields-valid",
      "an ad timer with davty=7",
      urls: PlayedScenario.clean.setting("davty", "7", in: .ad && .timer, first: 1)
    ),
    .broken(
      "fields-valid",
      "ad timers with c51=0",
      urls: PlayedScenario.clean.setting("c51", "0", in: .ad && .timer)
    ),
    .broken("fields-valid", "a ping of an unknown product", urls: PlayedScenario.clean.unknown()),
    .cut("fields-valid", "no ping", urls: []),
  ]

  private static let short: PlayedScenario = {
    var scenario = PlayedScenario()
    scenario.duration = 100
    return scenario
  }()
}

extension CapturedExchange {
  /// Makes the exchange arrive `seconds` later.
  fileprivate mutating func shift(_ seconds: Double) {
    request.sentAt = request.sentAt.map { $0 + seconds }
  }
}

extension [String] {
  private func places(_ pick: Pick) -> [Int] {
    indices.filter { ![self[$0]].keeping(pick).isEmpty }
  }

  /// Swaps two of the picked pings. `one` and `other` count the picked pings from 0.
  fileprivate func exchanging(_ pick: Pick, _ one: Int, _ other: Int) -> [String] {
    let places = places(pick)
    guard places.count > Swift.max(one, other) else { return self }
    var urls = self
    urls.swapAt(places[one], places[other])
    return urls
  }

  /// Moves the first picked ping to the end.
  fileprivate func movingToEnd(_ pick: Pick) -> [String] {
    guard let place = places(pick).first else { return self }
    var urls = self
    urls.append(urls.remove(at: place))
    return urls
  }

  /// Adds a ping of an unknown product.
  fileprivate func unknown() -> [String] {
    self + ["https://collector.invalid/cgi-bin/gn?prd=dtvr&rnd=1"]
  }
}
