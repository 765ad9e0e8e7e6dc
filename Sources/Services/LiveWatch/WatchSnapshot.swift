/// The state of all feeds at one moment.
package struct WatchSnapshot: Sendable {
  /// Unix seconds.
  package let date: Double
  /// Seconds since the watch began.
  package let uptime: Double
  /// Seconds since the feed that has waited longest was checked: about one, unless the process hangs.
  package let sinceCheck: Double
  /// The feeds, in the order in which they are listed.
  let feeds: [FeedSnapshot]
  /// The number of feeds, here and in other processes.
  package var fleet = WatchFleet()

  /// The seconds after which a watch that has not checked its feeds hangs.
  private static let longestCheck = 30.0

  /// Whether the process works, whatever its feeds do.
  package var isAlive: Bool { sinceCheck <= Self.longestCheck }

  /// The number of raised alarms.
  package var alarmCount: Int { feeds.reduce(0) { $0 + $1.alarms.count } }
  package var lostCount: Int { feeds.count { $0.phase.isLost } }

  /// The feeds with their positions in the list, the most urgent condition first.
  var byUrgency: [(index: Int, feed: FeedSnapshot)] {
    feeds.enumerated().map { (index: $0.offset, feed: $0.element) }
      .sorted { ($0.feed.condition, $0.index) < ($1.feed.condition, $1.index) }
  }

  /// How many feeds are not ok, the most urgent condition first: `1 lost`, `2 with alarms`.
  var troubles: [(condition: FeedCondition, words: String)] {
    let words: [(FeedCondition, String)] = [
      (.lost, "lost"), (.alarm, "with alarms"), (.warning, "with warnings"), (.waiting, "waiting"),
    ]
    return words.compactMap { condition, words in
      let count = feeds.count { $0.condition == condition }
      return count == 0 ? nil : (condition, "\(count) \(words)")
    }
  }

  /// `4 of 6 feeds ok`.
  var goodWords: String {
    let good = feeds.count { $0.condition == .ok }
    return "\(good) of \(feeds.count) \(feeds.count == 1 ? "feed" : "feeds") ok"
  }

  /// The feed with this number; nil when it does not exist.
  func feed(_ number: Int) -> FeedSnapshot? { feeds.first { $0.number == number } }
}

/// All feeds of the lists, of which a watch can follow a part.
package struct WatchFleet: Sendable, Equatable {
  /// The number of feeds in the lists; nil: only the watched feeds.
  package var expected: Int?
  /// The part that is watched here; nil: all.
  package var shard: FeedShard?

  /// Makes a fleet; by default, one process watches all feeds.
  package init(expected: Int? = nil, shard: FeedShard? = nil) {
    self.expected = expected
    self.shard = shard
  }
}
