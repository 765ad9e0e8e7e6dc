import Formats

/// How the addresses of the segments of a Representation are made.
enum SegmentAddressing: Sendable, Hashable {
  /// One entry of a list: `SegmentURL`.
  struct Entry: Sendable, Hashable {
    /// As written; nil: the base URL itself.
    var reference: String?
    var range: MediaRange?
  }

  case none
  case template(AddressTemplate, bases: [String])
  case list([Entry], bases: [String])
  /// The base URL is the segment.
  case whole(bases: [String])

  func location(position: Int, _ slot: SegmentRuns.Slot) -> SegmentLocation? {
    switch self {
    case .none: nil
    case .template(let template, let bases):
      SegmentLocation(template.text(number: slot.number, time: slot.time), bases: bases)
    case .list(let entries, let bases):
      entries.indices.contains(position)
        ? SegmentLocation(
          entries[position].reference ?? "",
          bases: bases,
          range: entries[position].range
        ) : nil
    case .whole(let bases): SegmentLocation("", bases: bases)
    }
  }
}

extension SegmentLocation {
  /// Resolves `reference` against each of the base URLs; nil if there is none.
  init?(_ reference: String, bases: [String], range: MediaRange? = nil) {
    // An empty reference means the base itself, including its query.
    let addresses = bases.map { URIReference.resolve(reference, against: $0) }
    guard let first = addresses.first else { return nil }
    self.init(address: first, alternatives: Array(addresses.dropFirst()), range: range)
  }
}
