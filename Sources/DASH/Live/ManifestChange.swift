/// What is different in a later version of a manifest, and is not just more of the same.
package enum ManifestChange: Sendable, Hashable {
  /// How a Period is named: its id, else its place.
  package typealias PeriodName = String

  /// Dynamic before, static now: the presentation has ended.
  case ended
  /// The anchor of all times on the wall clock moved; Unix seconds.
  case availabilityStartMoved(from: Double?, to: Double?)
  /// An older version came after a newer one; Unix seconds.
  case publishTimeWentBack(from: Double, to: Double)
  /// A Period at the front is gone, as they go when they leave the time shift buffer.
  case periodExpired(PeriodName)
  /// A Period is gone while those in front of it are there.
  case periodRemoved(PeriodName)
  /// A new Period in front of one that was there.
  case periodInserted(PeriodName)
  /// A new Period at the end.
  case periodAppended(PeriodName)
  /// A Period starts elsewhere; seconds from the start of the presentation.
  case periodMoved(PeriodName, from: Double?, to: Double?)
  case representationRemoved(PeriodName, id: String)
  case representationAdded(PeriodName, id: String)
  /// Segments that were listed at the end are not any more; seconds from the start of the Period.
  case timelineShrank(PeriodName, representation: String, from: Double, to: Double)
}

extension Period {
  /// Its id, else its place.
  package var name: String { id ?? "#\(index)" }

  /// What says that it is the same in another version: its id, else its start, else its place.
  fileprivate var identity: String {
    if let id { return "id \(id)" }
    return start.map { "start \($0)" } ?? "place \(index)"
  }
}

extension MediaPresentation {
  /// Times nearer than this are the same, in seconds.
  private static let tolerance = 0.001

  /// What changed since an earlier version, in the order of this manifest; segments and Periods that
  /// were added at the end of what was there included, new segments not.
  package func changes(since earlier: MediaPresentation) -> [ManifestChange] {
    var changes: [ManifestChange] = []
    if earlier.kind == .dynamic, kind == .static { changes.append(.ended) }
    // The static manifest at the end needs none.
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
  /// Where the last listed segment ends, in seconds from the start of the Period; nil where segments
  /// are not listed, or none is.
  fileprivate var listedEnd: Double? {
    guard isListed, let count, count > 0 else { return nil }
    return self[count - 1]?.endInPeriod
  }
}
