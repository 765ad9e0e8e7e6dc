import Conformance

/// What is counted in a lane, or in several together, since the watch began: none of it ever gets less.
struct LaneCounters: Sendable, Equatable {
  /// Tags by kind.
  var tags = TagCounts()
  /// Segments that were read, or could not be.
  var segments = 0
  /// Segments that could not be read.
  var segmentsMissing = 0
  /// Findings by rule.
  var faults: [RuleID: Int] = [:]

  /// Whether nothing but findings was counted.
  var isOnlyFaults: Bool { self == LaneCounters(faults: faults) }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: LaneCounters) {
    tags.data += other.tags.data
    tags.info += other.tags.info
    tags.other += other.tags.other
    segments += other.segments
    segmentsMissing += other.segmentsMissing
    faults.merge(other.faults, uniquingKeysWith: +)
  }
}

extension LaneState {
  /// What was counted in it.
  var counters: LaneCounters {
    LaneCounters(tags: tags, segments: segments, segmentsMissing: segmentsMissing, faults: faults)
  }
}

extension LaneSnapshot {
  /// What was counted in it.
  var counters: LaneCounters {
    LaneCounters(tags: tags, segments: segments, segmentsMissing: segmentsMissing, faults: faults)
  }
}

extension FeedSnapshot {
  /// What was counted, lane by lane: in those that the feed has and those that it had. What belongs to none
  /// of them, or to too many, is counted for the feed as a whole.
  var counted: [(key: LaneKey, counters: LaneCounters)] {
    var all = lanes.map { (key: $0.key, counters: $0.counters) } + gone
    var rest = departed
    rest.add(LaneCounters(faults: faults))
    guard rest != LaneCounters() else { return all }
    if let index = all.firstIndex(where: { $0.key == .feed }) {
      all[index].counters.add(rest)
    } else {
      all.append((key: LaneKey.feed, counters: rest))
    }
    return all
  }
}
