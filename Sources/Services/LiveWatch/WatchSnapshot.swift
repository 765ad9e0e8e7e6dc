/// The state of all feeds at one moment.
package struct WatchSnapshot: Sendable {
  /// The time of the snapshot in Unix seconds.
  package let date: Double
  /// The seconds since the watch began.
  package let uptime: Double
  /// The longest time since a feed was checked, in seconds: at most about one second, unless the process hangs.
  package let sinceCheck: Double
  let feeds: [FeedSnapshot]
  /// The feeds in the lists, including feeds that other processes watch.
  package var fleet = WatchFleet()

  /// The seconds without a check of a feed after which the process counts as hanging.
  private static let longestCheck = 30.0

  /// Whether the process works, regardless of the state of its feeds.
  package var isAlive: Bool { sinceCheck <= Self.longestCheck }

  package var alarmCount: Int { feeds.reduce(0) { $0 + $1.alarms.count } }
  package var lostCount: Int { feeds.count { $0.phase.isLost } }

  /// The feeds with their positions in the list, most urgent condition first.
  var byUrgency: [(index: Int, feed: FeedSnapshot)] {
    feeds.enumerated().map { (index: $0.offset, feed: $0.element) }
      .sorted { ($0.feed.condition, $0.index) < ($1.feed.condition, $1.index) }
  }

  /// How many feeds are not ok, by condition, the most urgent condition first: `1 lost`, `2 with alarms`.
  var troubles: [(condition: FeedCondition, words: String)] {
    let words: [(FeedCondition, String)] = [
      (.lost, "lost"), (.alarm, "with alarms"), (.warning, "with warnings"), (.waiting, "waiting"),
    ]
    return words.compactMap { condition, words in
      let count = feeds.count { $0.condition == condition }
      return count == 0 ? nil : (condition, "\(count) \(words)")
    }
  }

  /// How many feeds are ok, as text: `4 of 6 feeds ok`.
  var goodWords: String {
    let good = feeds.count { $0.condition == .ok }
    return "\(good) of \(feeds.count) \(feeds.count == 1 ? "feed" : "feeds") ok"
  }

  func feed(_ number: Int) -> FeedSnapshot? { feeds.first { $0.number == number } }
}

/// The feeds in the lists. A watch can follow only a part of them.
package struct WatchFleet: Sendable, Equatable {
  /// The number of feeds in the lists; nil means only the watched feeds.
  package var expected: Int?
  /// The part that this watch follows; nil means all.
  package var shard: FeedShard?

  /// Makes a fleet; by default, one process watches all feeds.
  package init(expected: Int? = nil, shard: FeedShard? = nil) {
    self.expected = expected
    self.shard = shard
  }
}
