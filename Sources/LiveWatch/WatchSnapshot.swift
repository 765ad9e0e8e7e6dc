/// What is known about all feeds at one moment.
package struct WatchSnapshot: Sendable {
  /// Unix seconds.
  package let date: Double
  /// Seconds since the watch began.
  package let uptime: Double
  /// Seconds since the feeds were last looked at: about one, unless the process hangs.
  package let sinceTick: Double
  /// The feeds, in the order in which they are listed.
  package let feeds: [FeedSnapshot]
  /// How many feeds there are, here and in other processes.
  package var fleet = WatchFleet()

  /// Alarms that are raised.
  package var alarmCount: Int { feeds.reduce(0) { $0 + $1.alarms.count } }
  package var lostCount: Int { feeds.count { $0.status == .lost } }

  /// The feed of a number; nil when there is none.
  func feed(_ number: Int) -> FeedSnapshot? { feeds.first { $0.number == number } }
}

/// All feeds of the lists, of which a watch may follow only a part.
package struct WatchFleet: Sendable, Equatable {
  /// Feeds in the lists; nil: as many as are watched.
  package var expected: Int?
  /// The part that is watched here; nil: all.
  package var shard: FeedShard?

  /// A watch of all feeds.
  package init(expected: Int? = nil, shard: FeedShard? = nil) {
    self.expected = expected
    self.shard = shard
  }
}
