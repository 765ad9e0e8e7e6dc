import Conformance

/// The counters of a track, or of several together, since the watch began: they never decrease.
struct TrackCounters: Sendable, Equatable {
  /// Tags by kind.
  var tags = TagCounts()
  /// Segments that were read, or could not be read.
  var segments = 0
  /// Segments that could not be read.
  var segmentsMissing = 0
  /// Findings by rule.
  var faults: [RuleID: Int] = [:]

  /// Whether only findings were counted.
  var isOnlyFaults: Bool { self == TrackCounters(faults: faults) }

  /// Adds other counters.
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
  /// The counters of the track.
  var counters: TrackCounters {
    TrackCounters(tags: tags, segments: segments, segmentsMissing: segmentsMissing, faults: faults)
  }
}

extension TrackSnapshot {
  /// The counters of the track.
  var counters: TrackCounters {
    TrackCounters(tags: tags, segments: segments, segmentsMissing: segmentsMissing, faults: faults)
  }
}

extension FeedSnapshot {
  /// The counters of each current and former track. Counts of no track, or of tracks over the limit, are
  /// counted for the feed as a whole.
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
