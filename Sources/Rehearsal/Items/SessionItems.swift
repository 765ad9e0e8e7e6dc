import PingAnalysis

extension RehearsalItem {
  /// How an app session starts, and what it measures.
  static let sessionStart: [RehearsalItem] = [
    RehearsalItem(
      "config-first",
      .setUp,
      "An app session starts with the request for the configuration, which is answered",
      source: Documents.all(Documents.testing, Documents.appChecklist),
      remedy: "Create the SDK instance at launch, before any other call, and check its app id.",
      record: "Record from the start of the app, with HTTPS decoding, and export HAR.",
      judge: configurationComesFirst
    ),
    RehearsalItem(
      "session-ping",
      .setUp,
      "Each app session has a session ping before its first viewing",
      source: Documents.all(Documents.api, Documents.ours),
      remedy:
        "Use the documented initializer; init or new gives an instance that measures nothing.",
      record: "Kill the app, then record from its start.",
      judge: sessionPingComesFirst
    ),
    RehearsalItem(
      "product-present",
      .setUp,
      "Each product that must be measured has pings",
      source: Documents.all(Documents.dtvrChecklist, Documents.dcrChecklist),
      remedy:
        "Ask Nielsen to enable the product for this app id, and feed it with metadata and tags.",
      record: "Name the products with --product.",
      judge: productsArePresent
    ),
  ]

  private static func configurationComesFirst(_ capture: RehearsalCase) -> RehearsalOutcome {
    let requests = capture.otherRequests.filter(\.isConfiguration)
    let firsts = capture.appSessions.filter(\.hasStart).compactMap(\.firstIndex).sorted()
    let all = capture.appSessions.compactMap(\.firstIndex).sorted()
    var (evidence, wrong): ([Int], [(index: Int, seen: String)]) = ([], [])
    for first in firsts {
      let before = all.last { $0 < first } ?? -1
      let after = all.first { $0 > first } ?? .max
      let own = requests.filter { $0.pingsBefore > before && $0.pingsBefore <= after }
      guard let request = own.first else { continue }
      evidence.append(first)
      if request.pingsBefore > first {
        wrong.append((first, "ping \(first) comes before the request for the configuration"))
      } else if let status = request.status, !(200..<300).contains(status), status != 304 {
        wrong.append((first, "the request for the configuration was answered with \(status)"))
      }
    }
    guard let index = evidence.first else { return .notAssessed }
    let expected = "first Nielsen request: /cgi-bin/cfg or conf/<app id>.js, answered 2xx"
    if let worst = wrong.first {
      return .failed(evidence: wrong.map(\.index), expected: expected, seen: worst.seen)
    }
    let seen = "the request for the configuration comes before ping \(index)"
    return .passed(evidence: evidence, expected: expected, seen: seen)
  }

  private static func sessionPingComesFirst(_ capture: RehearsalCase) -> RehearsalOutcome {
    let viewings = capture.appSessions.filter(\.hasStart).compactMap { session in
      session.pings.firstIndex { $0.isViewing }.map { (session, $0) }
    }
    var (evidence, wrong): ([Int], [RehearsedPing]) = ([], [])
    for (session, first) in viewings {
      if let own = session.pings[..<first].first(where: \.isSession) {
        evidence.append(own.index)
      } else {
        wrong.append(session.pings[first])
      }
    }
    let expected = "prd=session before the first dcr or dtvr ping of a sessionId"
    if let worst = wrong.first {
      let seen = "\(worst.productWord) comes first: \(worst.shown("sessionId", "cr"))"
      return .failed(evidence: wrong.map(\.index), expected: expected, seen: seen)
    }
    guard let index = evidence.first else { return .notAssessed }
    return .passed(evidence: evidence, expected: expected, seen: "prd=session is ping \(index)")
  }

  private static func productsArePresent(_ capture: RehearsalCase) -> RehearsalOutcome {
    let asked = RehearsalProduct.allCases.filter {
      capture.settings.products.contains($0.rawValue)
    }
    guard !asked.isEmpty else { return .notAssessed }
    var (evidence, missing): ([Int], [String]) = ([], [])
    for product in asked {
      let pings = product.pings(in: capture)
      if product == .dtvr {
        if !pings.contains(where: \.isDTVR) { missing.append("no dtvr ping (st=mtvr)") }
        if !pings.contains(where: \.isRaw) { missing.append("no raw ping (/cgi-bin/trans)") }
      } else if pings.isEmpty {
        missing.append("no \(product.rawValue) ping")
      }
      evidence += pings.prefix(1).map(\.index)
    }
    let expected = "pings of " + asked.map(\.rawValue).joined(separator: ", ")
    if !missing.isEmpty {
      return .failed(evidence: [], expected: expected, seen: missing.joined(separator: ", "))
    }
    return .passed(evidence: evidence, expected: expected, seen: expected)
  }
}

extension CapturedAppSession {
  /// The index of the ping that arrived first.
  var firstIndex: Int? { pings.map(\.index).min() }
}

extension RehearsedPing {
  /// Whether it reports something that is watched or viewed.
  var isViewing: Bool { isContent || isAd || isStatic || isDTVR }

  /// Whether it is one of the quarter hours of DTVR.
  var isQuarterHour: Bool { isDTVR && credit?.prefix == "Q" }

  /// The measured product, in one word.
  var productWord: String { "a \(ping.product.rawValue) ping" }
}
