import Formats

/// The result of a rehearsal, with an entry for each item, in the order of the items.
package struct RehearsalReport: Sendable {
  package let capture: String
  package let stream: String?
  /// The products that the user named, or the products in the capture if the user named none.
  package let products: [RehearsalProduct]
  package let entries: [RehearsalEntry]
  package let byHand: [HandCheck]
  /// The pings in the evidence of entries, ordered by index.
  package let namedPings: [RehearsedPing]
  /// Whether `id3tap` itself made some of the pings.
  package let holdsOwnPings: Bool

  package init(
    _ rehearsal: RehearsalCase,
    capture: String,
    stream: String?,
    items: [RehearsalItem] = RehearsalItem.all
  ) {
    self.capture = capture
    self.stream = stream
    let asked = rehearsal.settings.products
    let products = RehearsalProduct.allCases.filter { product in
      asked.isEmpty ? product.isSeen(in: rehearsal) : asked.contains(product.rawValue)
    }
    self.products = products
    let pings = Dictionary(rehearsal.pings.map { ($0.index, $0) }) { first, _ in first }
    let entries = items.map { item in
      let own = item.group.products
      let isConcerned = products.isEmpty || own.isEmpty || !own.isDisjoint(with: products)
      return RehearsalEntry(item, item.judge(rehearsal), pings, isConcerned: isConcerned)
    }
    self.entries = entries
    namedPings = Set(entries.flatMap(\.evidence)).sorted().compactMap { pings[$0] }
    byHand = HandCheck.all
    holdsOwnPings = rehearsal.pings.contains { $0["c16"].hasPrefix("ox") }
  }

  package func count(_ status: RehearsalEntry.Status) -> Int {
    entries.count { $0.status == status }
  }

  package func entries(_ status: RehearsalEntry.Status) -> [RehearsalEntry] {
    entries.filter { $0.status == status }
  }

  package var notes: [String] {
    let own =
      "Pings whose c16 begins with ox were made by id3tap itself: they show what id3tap's engine "
      + "does, not what an app does."
    return (holdsOwnPings ? [own] : []) + [
      "This rehearsal follows public documents. It is independent of Nielsen, and it is not a "
        + "certification."
    ]
  }

  package var productWords: String {
    products.isEmpty ? "none seen" : products.map(\.words).joined(separator: ", ")
  }

  /// The conclusion, such as `Would fail: 4. This capture cannot show 12 items: record a midroll and an opt-out (see
  /// each item). 40 items do not concern DTVR.`
  package var conclusion: String {
    var sentences = ["Would fail: \(count(.failed))."]
    let missing = entries(.notAssessed)
    if !missing.isEmpty {
      let groups = Set(missing.map(\.item.group))
      let words = RehearsalItem.Group.allCases.filter(groups.contains).map(\.recording)
      let list = words.count > 1 ? words.dropLast().joined(separator: ", ") + " and " : ""
      sentences.append(
        "This capture cannot show \(Decimals.counted(missing.count, "item")): record "
          + list + (words.last ?? "") + " (see each item)."
      )
    }
    let others = count(.otherProduct)
    if others > 0 {
      sentences.append(
        "\(others) \(others == 1 ? "item does" : "items do") not concern "
          + products.map(\.words).joined(separator: " or ") + "."
      )
    }
    return sentences.joined(separator: " ")
  }
}

/// A product that an app can be measured for, as named by `--product`.
package enum RehearsalProduct: String, Sendable, CaseIterable {
  case dtvr, dcr, `static`, audio

  package var words: String {
    switch self {
    case .dtvr: "DTVR"
    case .dcr: "DCR"
    case .static: "static pages"
    case .audio: "audio"
    }
  }

  package func pings(in rehearsal: RehearsalCase) -> [RehearsedPing] {
    rehearsal.pings.filter { ping in
      switch self {
      case .dtvr: ping.isDTVR || ping.isRaw
      case .dcr: (ping.isContent || ping.isAd) && ping["rt"] != "audio"
      case .static: ping.isStatic
      case .audio: ping["rt"] == "audio"
      }
    }
  }

  func isSeen(in rehearsal: RehearsalCase) -> Bool { !pings(in: rehearsal).isEmpty }
}

extension RehearsalItem.Group {
  /// The products that the items of the group concern. Empty means all products.
  var products: Set<RehearsalProduct> {
    switch self {
    case .content, .ads: [.dcr, .audio]
    case .pages: [.static]
    case .tags: [.dtvr]
    case .audio: [.audio]
    case .setUp, .interruptions, .optOut, .casting, .goingLive, .transport: []
    }
  }

  /// What to record so that the items of the group can be assessed. The conclusion names it.
  fileprivate var recording: String {
    switch self {
    case .setUp: "the start of the app"
    case .content: "content from its start to its end"
    case .ads: "a midroll"
    case .pages: "pages"
    case .tags: "a channel with tags"
    case .interruptions: "pauses and other interruptions"
    case .optOut: "an opt-out"
    case .casting: "a cast"
    case .audio: "a station"
    case .goingLive: "the release build"
    case .transport: "header fields and answers"
    }
  }
}

extension RehearsalItem.Group {
  package var title: String {
    switch self {
    case .setUp: "Set-up and session"
    case .content: "DCR content"
    case .ads: "DCR ads"
    case .pages: "DCR static"
    case .tags: "DTVR and ID3"
    case .interruptions: "Playheads and interruptions"
    case .optOut: "Opt-out and identity"
    case .casting: "OTT and casting"
    case .audio: "Audio"
    case .goingLive: "Going live"
    case .transport: "Transport"
    }
  }
}
