extension ManifestDocument {
  /// The same with the Periods of another version that end before it begins: they have left the manifest since.
  /// Only of a version with the same clock; a Period whose id is here too is the same one.
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
