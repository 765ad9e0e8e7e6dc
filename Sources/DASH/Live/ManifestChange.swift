/// A difference in a later version of a manifest, other than new segments.
package enum ManifestChange: Sendable, Hashable {
  /// The name of a Period: its id, or its index.
  package typealias PeriodName = String

  /// Dynamic before, static now: the presentation has ended.
  case ended
  /// The anchor of all times on the wall clock moved; Unix seconds.
  case availabilityStartMoved(from: Double?, to: Double?)
  /// An older version came after a newer one; Unix seconds.
  case publishTimeWentBack(from: Double, to: Double)
  /// The first Period is gone, as expected when a Period leaves the time shift buffer.
  case periodExpired(PeriodName)
  /// A Period is gone although an earlier one is still listed.
  case periodRemoved(PeriodName)
  /// A new Period before a known one.
  case periodInserted(PeriodName)
  /// A new Period at the end.
  case periodAppended(PeriodName)
  /// The start of a Period changed; seconds from the start of the presentation.
  case periodMoved(PeriodName, from: Double?, to: Double?)
  case representationRemoved(PeriodName, id: String)
  case representationAdded(PeriodName, id: String)
  /// Segments at the end are no longer listed; seconds from the start of the Period.
  case timelineShrank(PeriodName, representation: String, from: Double, to: Double)
}

extension Period {
  /// Its id, or its index.
  package var name: String { id ?? "#\(index)" }

  /// Identifies the Period in other versions: its id, or its start, or its index.
  fileprivate var identity: String {
    if let id { return "id \(id)" }
    return start.map { "start \($0)" } ?? "place \(index)"
  }
}

extension MediaPresentation {
  /// Times that differ by less than this are equal, in seconds.
  private static let tolerance = 0.001

  /// The changes since an earlier version, in the order of this manifest. Periods that were appended are included, new
  /// segments are not.
  package func changes(since earlier: MediaPresentation) -> [ManifestChange] {
    var changes: [ManifestChange] = []
    if earlier.kind == .dynamic, kind == .static { changes.append(.ended) }
    // A static manifest at the end needs no availability start time.
    let hasAnchor = kind == .dynamic || availabilityStartTime != nil
    if hasAnchor, Self.differ(availabilityStartTime, earlier.availabilityStartTime) {
      changes.append(
        .availabilityStartMoved(from: earlier.availabilityStartTime, to: availabilityStartTime)
      )
    }
    if let before = earlier.publishTime, let now = publishTime, now < before {
      changes.append(.publishTimeWentBack(from: before, to: now))
    }
    let known = Dictionary(earlier.periods.map { ($0.identity, $0) }) { first, _ in first }
    let present = Set(periods.map(\.identity))
    let firstKept = earlier.periods.firstIndex { present.contains($0.identity) }
    for (place, period) in earlier.periods.enumerated() where !present.contains(period.identity) {
      let isFront = place < firstKept ?? .max
      changes.append(isFront ? .periodExpired(period.name) : .periodRemoved(period.name))
    }
    let lastKept = periods.lastIndex { known[$0.identity] != nil }
    for (place, period) in periods.enumerated() {
      if let before = known[period.identity] {
        changes += period.changes(since: before, tolerance: Self.tolerance)
      } else {
        let isInserted = place < lastKept ?? 0
        changes.append(isInserted ? .periodInserted(period.name) : .periodAppended(period.name))
      }
    }
    return changes
  }

  fileprivate static func differ(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return (one == nil) != (other == nil) }
    return abs(one - other) > tolerance
  }
}

extension Period {
  fileprivate func changes(since earlier: Period, tolerance: Double) -> [ManifestChange] {
    var changes: [ManifestChange] = []
    if MediaPresentation.differ(start, earlier.start) {
      changes.append(.periodMoved(name, from: earlier.start, to: start))
    }
    let before = earlier.representationsByID
    let now = representationsByID
    for set in earlier.adaptationSets {
      for representation in set.representations where now[representation.id] == nil {
        changes.append(.representationRemoved(name, id: representation.id))
      }
    }
    for representation in adaptationSets.flatMap(\.representations) {
      guard let old = before[representation.id] else {
        changes.append(.representationAdded(name, id: representation.id))
        continue
      }
      guard let end = old.segments.listedEnd, let newEnd = representation.segments.listedEnd,
        newEnd < end - tolerance
      else { continue }
      changes.append(
        .timelineShrank(name, representation: representation.id, from: end, to: newEnd)
      )
    }
    return changes
  }

  private var representationsByID: [String: Representation] {
    let all = adaptationSets.flatMap(\.representations).map { ($0.id, $0) }
    return Dictionary(all) { first, _ in first }
  }
}

extension RepresentationSegments {
  /// The end of the last listed segment, in seconds from the start of the Period; nil if segments are not listed, or
  /// there are none.
  fileprivate var listedEnd: Double? {
    guard isListed, let count, count > 0 else { return nil }
    return self[count - 1]?.endInPeriod
  }
}
