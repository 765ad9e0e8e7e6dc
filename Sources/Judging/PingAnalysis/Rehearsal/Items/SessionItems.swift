extension RehearsalItem {
  static let sessionStart: [RehearsalItem] = [
    RehearsalItem(
      "config-first",
      "An app session starts with the configuration request, which is answered",
      expected: "first Nielsen request: /cgi-bin/cfg or conf/<app id>.js, answered 2xx or 304",
      source: Documents.all(Documents.testing, Documents.appChecklist),
      remedy: "Create the SDK instance at launch, before any other call, and check its app id.",
      record: "Record all requests from the start of the app, with HTTPS decoding."
    ) { capture, evidence in
      let requests = capture.otherRequests.filter(\.isConfiguration)
      let starts = capture.appSessions.compactMap { session in
        session.firstPing.map { (ping: $0, isStart: session.hasStart) }
      }.sorted { $0.ping.index < $1.ping.index }
      for (place, start) in starts.enumerated() where start.isStart {
        let first = start.ping.index
        let before = place > 0 ? starts[place - 1].ping.index : -1
        let after = place + 1 < starts.count ? starts[place + 1].ping.index : .max
        let own = requests.first { $0.pingsBefore > before && $0.pingsBefore <= after }
        guard let own else { continue }
        if own.pingsBefore > first {
          evidence.contradict(
            [start.ping],
            "ping \(first) comes before the configuration request"
          )
        } else if let status = own.status, !(200..<300).contains(status), status != 304 {
          evidence.contradict(
            [start.ping],
            "the configuration request was answered with status \(status)"
          )
        } else {
          evidence.show(
            [start.ping],
            "the configuration request comes before ping \(first)"
          )
        }
      }
    },
    RehearsalItem(
      "session-ping",
      "Each app session has a session ping before its first viewing",
      expected: "prd=session before the first dcr, static or dtvr ping of a sessionId",
      source: Documents.all(Documents.api, Documents.ours),
      remedy:
        "Use the documented initializer; init or new creates an instance that measures nothing.",
      record: "Kill the app, record from its start, and play."
    ) { capture, evidence in
      for session in capture.appSessions where session.hasStart {
        guard let first = session.pings.firstIndex(where: \.isViewing) else { continue }
        if let own = session.pings[..<first].first(where: \.isSession) {
          evidence.show([own], "prd=session is ping \(own.index)")
        } else {
          let worst = session.pings[first]
          evidence.contradict(
            [worst],
            "\(worst.productWord) comes first: \(worst.shown("sessionId", "cr"))"
          )
        }
      }
    },
    RehearsalItem(
      "product-present",
      "Each product that must be measured has pings",
      source: Documents.all(Documents.dtvrChecklist, Documents.dcrChecklist),
      remedy:
        "Ask Nielsen to enable the product for this app id, and pass metadata and tags to the SDK.",
      record: "Name the products with --product."
    ) { capture, evidence in
      let asked = RehearsalProduct.allCases.filter {
        capture.settings.products.contains($0.rawValue)
      }
      let expected = "pings of " + asked.map(\.rawValue).joined(separator: ", ")
      evidence.expected = expected
      var missing: [String] = []
      for product in asked {
        let pings = product.pings(in: capture)
        if product == .dtvr {
          if !pings.contains(where: \.isDTVR) { missing.append("no dtvr ping (st=mtvr)") }
          if !pings.contains(where: \.isRaw) { missing.append("no raw ping (/cgi-bin/trans)") }
        } else if pings.isEmpty {
          missing.append("no \(product.rawValue) ping")
        }
        evidence.show(Array(pings.prefix(1)), expected)
      }
      if !missing.isEmpty { evidence.contradict([], missing.joined(separator: ", ")) }
    },
  ]
}

extension CapturedAppSession {
  fileprivate var firstPing: RehearsedPing? { pings.min { $0.index < $1.index } }
}

extension RehearsedPing {
  /// Whether the ping reports viewing or a page.
  var isViewing: Bool { isContent || isAd || isStatic || isDTVR }

  var isQuarterHour: Bool { isDTVR && credit?.prefix == "Q" }

  /// The name of the ping in messages, such as `a dcr ping`.
  var productWord: String { "a \(ping.product.rawValue) ping" }
}
