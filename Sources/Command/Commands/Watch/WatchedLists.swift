import LiveWatch

/// Keeps a watch in line with its lists of feeds.
final class WatchedLists {
  private let shard: FeedShard?
  private let feed: (FeedList.Feed) -> WatchedFeed
  /// The problems of the lists at the last reading: each is reported once.
  private var known: Set<String>
  /// Whether anything is wrong with them now.
  private(set) var hasProblems: Bool
  private var list: FeedList

  /// - Parameters:
  ///   - list: The lists as they were read first.
  ///   - shard: The part of the feeds that is watched.
  ///   - feed: How a feed is opened.
  init(
    _ list: FeedList,
    shard: FeedShard?,
    feed: @escaping (FeedList.Feed) -> WatchedFeed
  ) {
    self.list = list
    self.shard = shard
    self.feed = feed
    known = Set(list.problems)
    hasProblems = !list.problems.isEmpty
  }

  /// The feeds that are watched here.
  var own: [FeedList.Feed] {
    guard let shard else { return list.entries }
    return list.entries.filter { shard.owns($0.url.identity) }
  }

  /// The names of the feeds that other processes watch.
  var elsewhere: Set<String> {
    Set(list.entries.map(\.url.name)).subtracting(own.map(\.url.name))
  }

  var feeds: [WatchedFeed] { own.map(feed) }

  /// How many feeds there are in all.
  var fleet: WatchFleet { WatchFleet(expected: list.entries.count, shard: shard) }

  /// Applies the present content of the lists.
  /// - Parameters:
  ///   - list: The lists as they were read again.
  ///   - watch: Follows the feeds.
  ///   - sinks: Take their events.
  ///   - report: Logs changes.
  ///   - warn: Takes what is wrong.
  func update(
    _ list: FeedList,
    _ watch: Watch,
    _ sinks: WatchSinks,
    report: (String) -> Void,
    warn: (String) -> Void
  ) {
    for problem in list.problems where !known.contains(problem) { warn(problem) }
    known = Set(list.problems)
    hasProblems = !list.problems.isEmpty
    guard list.entries != self.list.entries else { return }
    self.list = list
    let own = own
    let entries = Dictionary(own.map { ($0.url.text, $0) }) { first, _ in first }
    watch.describe(fleet)
    let change = watch.update(own.map(feed)) { number, feed in
      if let entry = entries[feed.key] { sinks.add(entry, number: number) }
    }
    for number in change.removed.keys.sorted() { sinks.remove(number) }
    if let words = Self.words(for: change) { report(words) }
  }

  private static func words(for change: Watch.Change) -> String? {
    guard !change.isEmpty else { return nil }
    let feeds = change.added.count == 1 ? "feed" : "feeds"
    return
      "the lists changed: \(change.added.count) \(feeds) added, \(change.removed.count) removed"
  }
}
