extension RehearsalItem {
  static let adAssets: [RehearsalItem] = [
    RehearsalItem(
      "ad-assetid",
      "Every ad has an asset id",
      expected: "ai is not blank on ads, and is NA only if no ad of the break has an id",
      source: Documents.guide,
      remedy: "Pass each ad's assetid. Use a pod only if the ads have no ids.",
      record: "Play an ad.",
      lints: ["ai", "adid"]
    ) { capture, evidence in
      for ads in capture.viewings.flatMap(\.adBreaks) {
        let hasDetails = ads.contains { !["", "NA"].contains($0["ai"]) }
        evidence.every(
          ads,
          seen: { "\($0.shown("ai", "cr", "c61"))" }
        ) { !$0["ai"].isEmpty && ($0["ai"] != "NA" || !hasDetails) }
      }
    },
    RehearsalItem(
      "ad-not-content-asset",
      "Ads and content never share an asset id",
      expected: "different ai for ads and content",
      source: "public issues segmentio/analytics.js-integrations#412, #420",
      remedy: "Keep the metadata of ads and content in separate objects.",
      record: "Play content with an ad."
    ) { capture, evidence in
      let ads = capture.pings.filter { $0.isAd && !["", "NA"].contains($0["ai"]) }
      let content = capture.contentPings.filter { !["", "NA"].contains($0["ai"]) }
      let shared = Set(ads.map { $0["ai"] }).intersection(content.map { $0["ai"] })
      if let first = shared.sorted().first {
        let wrong = [ads, content].map { pings in pings.filter { shared.contains($0["ai"]) } }
        evidence.contradict(
          wrong[0].count <= wrong[1].count ? wrong[0] : wrong[1],
          "ai=\(first) on \(wrong[0].count) ad and \(wrong[1].count) content pings"
        )
      }
      if let ad = ads.first, let asset = content.first {
        evidence.show([ad, asset], "ad \(ad.shown("ai")), content \(asset.shown("ai"))")
      }
    },
    RehearsalItem(
      "ad-content-first",
      "The content's metadata is loaded before the preroll",
      expected: "a preroll has the same cg as its content",
      source: Documents.all(Documents.guide, Documents.ours),
      basis: .ours,
      remedy: "Load the content's metadata first, then the preroll's.",
      record: "Start recording, then play content with a preroll."
    ) { capture, evidence in
      for viewing in capture.viewings {
        guard let content = viewing.content.first, content.isView else { continue }
        evidence.every(
          viewing.pings.prefix { $0.index != content.index }.filter { $0.isAd && $0.isView },
          seen: { "preroll \($0.shown("ai", "cg")), content \(content.shown("cg"))" }
        ) { $0["cg"] == content["cg"] }
      }
    },
    RehearsalItem(
      "ad-shares-viewing",
      "Ads belong to the viewing session of their content",
      expected: "ads have the c59 of the content around them",
      source: Documents.engine,
      remedy: "Do not call end before a midroll.",
      record: "Play content with an ad."
    ) { capture, evidence in
      for viewing in capture.viewings {
        // Cut-off ads are in a viewing without content, or between two viewings of the same content.
        let cutOff =
          viewing.content.isEmpty
          ? viewing.ads.filter { ad in
            capture.viewings.contains { $0.isWatched(at: ad) && $0.sessionID == viewing.sessionID }
          } : viewing.adsAfterEnd(of: capture)
        for ad in cutOff {
          evidence.contradict(
            [ad],
            "ads that are cut off from their content: " + ad.shown("ai", "c59", "cr", "c61")
          )
        }
        if !viewing.content.isEmpty { evidence.show(viewing.ads, "ads and content share one c59") }
      }
    },
  ]
}

extension CapturedViewing {
  /// The pings of the ads, grouped into breaks. Ads at most two seconds apart are in one break.
  fileprivate var adBreaks: [[RehearsedPing]] {
    adRuns.reduce(into: []) { breaks, run in
      guard let first = run.pings.first else { return }
      if let last = breaks.last?.last, first.madeAt - last.madeAt <= 2 {
        breaks[breaks.count - 1] += run.pings
      } else {
        breaks.append(run.pings)
      }
    }
  }

  /// Whether a ping of another viewing falls between the first and the last content ping of this viewing.
  fileprivate func isWatched(at ping: RehearsedPing) -> Bool {
    guard let first = content.first, let last = content.last else { return false }
    return (first.spanStart ?? first.madeAt) < ping.madeAt && ping.madeAt < last.madeAt
  }

  /// The ads between the end of another viewing of the same content and the start of this one. Empty unless `end` was
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
