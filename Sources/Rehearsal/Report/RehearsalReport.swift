/// The result of a rehearsal: an entry for each item, in the order of the items.
package struct RehearsalReport: Sendable {
  /// The capture and the stream as the user named them.
  package let capture: String
  package let stream: String?
  /// The products that were asked for, or those that the capture holds.
  package let products: [RehearsalProduct]
  package let entries: [RehearsalEntry]
  /// Facts that no ping shows, and that must be checked by hand.
  package let byHand: [HandCheck]
  /// Whether some pings were made by `id3tap` itself.
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
    entries = items.map { item in
      let own = item.group.products
      let isConcerned = products.isEmpty || own.isEmpty || !own.isDisjoint(with: products)
      return RehearsalEntry(
        item,
        item.judge(rehearsal),
        rehearsal.pings,
        isConcerned: isConcerned
      )
    }
    byHand = HandCheck.all
    holdsOwnPings = rehearsal.pings.contains { $0["c16"].hasPrefix("ox") }
  }

  /// How many items have this status.
  package func count(_ status: RehearsalEntry.Status) -> Int {
    entries.count { $0.status == status }
  }

  /// The entries with this status in their order.
  package func entries(_ status: RehearsalEntry.Status) -> [RehearsalEntry] {
    entries.filter { $0.status == status }
  }

  /// The notes before everything else.
  package var notes: [String] {
    let own =
      "Pings of this capture were made by id3tap itself (c16 begins with ox): they show what its engine does, "
      + "not what an app does."
    return (holdsOwnPings ? [own] : []) + [
      "A rehearsal according to public documents. Independent of Nielsen, and not a certification."
    ]
  }

  /// The names of the products, such as `DTVR, DCR`.
  package var productWords: String {
    products.isEmpty ? "none seen" : products.map(\.words).joined(separator: ", ")
  }

  /// The result: `Would fail: 4. Not shown by this capture: 12 (each item says what to record). 40 items do not concern DTVR.`
  package var conclusion: String {
    let missing = count(.notAssessed)
    let remedy = missing > 0 ? " (each item says what to record)" : ""
    let others = count(.otherProduct)
    let verb = others == 1 ? "item does" : "items do"
    let rest =
      others > 0
      ? " \(others) \(verb) not concern \(products.map(\.words).joined(separator: " or "))." : ""
    return "Would fail: \(count(.failed)). Not shown by this capture: \(missing)\(remedy)." + rest
  }
}

/// A product that an app can be measured for, by the word of `--product`.
package enum RehearsalProduct: String, Sendable, CaseIterable {
  case dtvr, dcr, `static`, audio

  /// Its name in texts.
  package var words: String {
    switch self {
    case .dtvr: "DTVR"
    case .dcr: "DCR"
    case .static: "static pages"
    case .audio: "audio"
    }
  }

  /// The pings that show it.
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

  /// Whether the capture has pings of it.
  func isSeen(in rehearsal: RehearsalCase) -> Bool { !pings(in: rehearsal).isEmpty }
}

extension RehearsalItem.Group {
  /// The products that its items are about; empty: every product.
  var products: Set<RehearsalProduct> {
    switch self {
    case .content, .ads: [.dcr, .audio]
    case .pages: [.static]
    case .tags: [.dtvr]
    case .audio: [.audio]
    case .setUp, .interruptions, .optOut, .casting, .goingLive, .transport: []
    }
  }
}
