import Conformance

/// What is counted in a track, or in several together, since the watch began: none of it ever gets less.
struct TrackCounters: Sendable, Equatable {
  /// Tags by kind.
  var tags = TagCounts()
  /// Segments that were read, or could not be.
  var segments = 0
  /// Segments that could not be read.
  var segmentsMissing = 0
  /// Findings by rule.
  var faults: [RuleID: Int] = [:]

  /// Whether nothing but findings was counted.
  var isOnlyFaults: Bool { self == TrackCounters(faults: faults) }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: TrackCounters) {
    tags.data += other.tags.data
    tags.info += other.tags.info
    tags.other += other.tags.other
    segments += other.segments
    segmentsMissing += other.segmentsMissing
    faults.merge(other.faults, uniquingKeysWith: +)
  }
}

extension TrackState {
  /// What was counted in it.
  var counters: TrackCounters {
    TrackCounters(tags: tags, segments: segments, segmentsMissing: segmentsMissing, faults: faults)
  }
}

extension TrackSnapshot {
  /// What was counted in it.
  var counters: TrackCounters {
    TrackCounters(tags: tags, segments: segments, segmentsMissing: segmentsMissing, faults: faults)
  }
}

extension FeedSnapshot {
  /// What was counted, track by track: in those that the feed has and those that it had. What belongs to none
  /// of them, or to too many, is counted for the feed as a whole.
  var counted: [(key: TrackKey, counters: TrackCounters)] {
    var all = tracks.map { (key: $0.key, counters: $0.counters) } + gone
    var rest = departed
    rest.add(TrackCounters(faults: faults))
    guard rest != TrackCounters() else { return all }
    if let index = all.firstIndex(where: { $0.key == .feed }) {
      all[index].counters.add(rest)
    } else {
      all.append((key: TrackKey.feed, counters: rest))
    }
    return all
  }
}
