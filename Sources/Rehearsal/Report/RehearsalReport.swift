/// The result of a rehearsal: an entry for each item, in the order of the items.
package struct RehearsalReport: Sendable {
  /// The capture and the stream as the user named them.
  package let capture: String
  package let stream: String?
  /// The products that were asked for, or those that the capture holds.
  package let products: [String]
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
    products = RehearsalProduct.allCases.filter { product in
      asked.isEmpty ? product.isSeen(in: rehearsal) : asked.contains(product.rawValue)
    }.map(\.rawValue)
    entries = items.map { RehearsalEntry($0, $0.judge(rehearsal)) }
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
      "A rehearsal by public documents. Independent of Nielsen, and not a certification."
    ]
  }

  /// The counts in one line.
  package var summary: String {
    let words = [RehearsalEntry.Status.failed, .notAssessed, .passed].map {
      "\(count($0)) \($0.words)"
    }
    return words.joined(separator: ", ")
  }
}

/// A product that an app can be measured for, by the word of `--product`.
package enum RehearsalProduct: String, Sendable, CaseIterable {
  case dtvr, dcr, `static`, audio

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
