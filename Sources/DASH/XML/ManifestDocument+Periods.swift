extension ManifestDocument {
  /// This document plus those Periods of another version that start before its first one: they have left the manifest
  /// since. Unchanged if the other version has a different clock. A Period whose id is here too is the same one.
  package func adding(periodsOf other: ManifestDocument) -> ManifestDocument {
    let elements = other.root.elements("Period")
    let periods = other.presentation.periods
    guard let first = presentation.periods.compactMap(\.start).min(),
      elements.count == periods.count,
      other.presentation.availabilityStartTime == presentation.availabilityStartTime
    else { return self }
    let ids = Set(presentation.periods.compactMap(\.id))
    let gone = zip(periods, elements).filter { period, _ in
      guard let start = period.start, start < first else { return false }
      return period.id.map { !ids.contains($0) } ?? true
    }
    var (root, presentation) = (root, presentation)
    let place = root.children.firstIndex { node in
      if case .element(let element) = node { element.localName == "Period" } else { false }
    }
    guard !gone.isEmpty, let place else { return self }
    root.children.insert(contentsOf: gone.map { .element($0.1) }, at: place)
    presentation.periods.insert(contentsOf: gone.map(\.0), at: 0)
    return ManifestDocument(root: root, presentation: presentation, limits: limits)
  }
}
