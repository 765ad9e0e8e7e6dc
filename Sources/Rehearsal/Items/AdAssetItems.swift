extension RehearsalItem {
  /// The metadata of ads beside that of content.
  static let adAssets: [RehearsalItem] = [
    RehearsalItem(
      "ad-assetid",
      .ads,
      "Every ad has an asset id",
      source: Documents.guide,
      remedy: "Pass each ad's assetid. Use a pod only when no details exist.",
      record: "Play an ad.",
      judge: adsHaveAssets
    ),
    RehearsalItem(
      "ad-not-content-asset",
      .ads,
      "No ad has the asset id of a content, and no content that of an ad",
      source: "public issues segmentio/analytics.js-integrations#412, #420",
      remedy: "Keep the metadata of ads and content in separate objects.",
      record: "Play content with an ad.",
      judge: assetsAreApart
    ),
    RehearsalItem(
      "ad-content-first",
      .ads,
      "The content's metadata is loaded before the preroll",
      source: Documents.all(Documents.guide, Documents.ours),
      basis: .ours,
      remedy: "Load the content's metadata first, then the preroll's.",
      record: "Play content with a preroll, and record from before it.",
      judge: contentIsFirst
    ),
    RehearsalItem(
      "ad-shares-viewing",
      .ads,
      "The ads of a content belong to its viewing session",
      source: Documents.engine,
      remedy: "Do not call end before a midroll.",
      record: "Play content with an ad.",
      judge: adsShareViewing
    ),
  ]

  private static func adsHaveAssets(_ capture: RehearsalCase) -> RehearsalOutcome {
    let ads = capture.pings.filter(\.isAd)
    let hasDetails = ads.contains { !["", "NA"].contains($0["ai"]) }
    return .each(
      ads,
      expected: "ai not blank on ads, and NA only where no ad has details",
      seen: { "\($0.shown("ai", "cr", "c61"))" }
    ) { !$0["ai"].isEmpty && ($0["ai"] != "NA" || !hasDetails) }
  }

  private static func assetsAreApart(_ capture: RehearsalCase) -> RehearsalOutcome {
    let ads = capture.pings.filter { $0.isAd && !["", "NA"].contains($0["ai"]) }
    let content = capture.contentPings.filter { !["", "NA"].contains($0["ai"]) }
    let expected = "different ai for ads and content"
    let shared = Set(ads.map { $0["ai"] }).intersection(content.map { $0["ai"] })
    if let first = shared.sorted().first {
      let wrongAds = ads.filter { shared.contains($0["ai"]) }
      let wrongContent = content.filter { shared.contains($0["ai"]) }
      return .failed(
        evidence: (wrongAds.count <= wrongContent.count ? wrongAds : wrongContent).map(\.index),
        expected: expected,
        seen: "ai=\(first) on \(wrongAds.count) ad and \(wrongContent.count) content pings"
      )
    }
    guard let ad = ads.first, let asset = content.first else { return .notAssessed }
    return .passed(
      evidence: [ad.index, asset.index].uniqued,
      expected: expected,
      seen: "ad \(ad.shown("ai")), content \(asset.shown("ai"))"
    )
  }

  // MARK: - Viewings

  private static func contentIsFirst(_ capture: RehearsalCase) -> RehearsalOutcome {
    var prerolls: [(ad: RehearsedPing, content: RehearsedPing)] = []
    for viewing in capture.viewings {
      guard let content = viewing.content.first, content.isView else { continue }
      let before = viewing.pings.prefix { $0.index != content.index }
      prerolls += before.filter { $0.isAd && $0.isView }.map { ($0, content) }
    }
    let wrong = prerolls.filter { $0.ad["cg"] != $0.content["cg"] }
    guard let first = wrong.first ?? prerolls.first else { return .notAssessed }
    let expected = "cg of a preroll is that of its content"
    let seen = "preroll \(first.ad.shown("ai", "cg")), content \(first.content.shown("cg"))"
    return wrong.isEmpty
      ? .passed(evidence: prerolls.map(\.ad.index), expected: expected, seen: seen)
      : .failed(evidence: wrong.map(\.ad.index), expected: expected, seen: seen)
  }

  private static func adsShareViewing(_ capture: RehearsalCase) -> RehearsalOutcome {
    var shared: [Int] = []
    var wrong: [RehearsedPing] = []
    for viewing in capture.viewings {
      if viewing.content.isEmpty {
        // Ads alone within the content of another viewing.
        wrong += viewing.ads.filter { ad in
          capture.viewings.contains { $0.isWatched(at: ad) && $0.sessionID == viewing.sessionID }
        }
      } else {
        shared += viewing.ads.map(\.index)
        wrong += viewing.adsAfterEnd(of: capture)
      }
    }
    let expected = "ads have the c59 of the content around them"
    if let first = wrong.first {
      return .failed(
        evidence: wrong.map(\.index),
        expected: expected,
        seen: "ads that are cut off from their content: " + first.shown("ai", "c59", "cr", "c61")
      )
    }
    return shared.isEmpty
      ? .notAssessed
      : .passed(evidence: shared, expected: expected, seen: "ads and content with one c59")
  }
}

extension CapturedViewing {
  /// Whether its content continues after a ping of another viewing.
  fileprivate func isWatched(at ping: RehearsedPing) -> Bool {
    guard let first = content.first, let last = content.last else { return false }
    return (first.spanStart ?? first.madeAt) < ping.madeAt && ping.madeAt < last.madeAt
  }

  /// The ads before its content where that content continues after another viewing has just ended: `end` was
  /// called before a midroll.
  fileprivate func adsAfterEnd(of capture: RehearsalCase) -> [RehearsedPing] {
    guard let view = content.first, view.isView, let timer = content.first(where: \.isTimer),
      let number = timer.credit?.number, number > 1, !timer.isLive
    else { return [] }
    for other in capture.viewings where other.id != id && other.sessionID == sessionID {
      guard let end = other.content.last(where: \.isTimer), end["davty"] == "2",
        end["ai"] == view["ai"], end.isOptedOut == view.isOptedOut, let last = end.credit?.number,
        [last, last + 1].contains(number)
      else { continue }
      let between = (other.ads + ads).filter { $0.madeAt >= end.madeAt && $0.madeAt <= view.madeAt }
      guard let first = between.first, let final = between.last, first.madeAt - end.madeAt <= 2,
        view.madeAt - final.madeAt <= 2
      else { continue }
      return between
    }
    return []
  }
}
