import LiveWatch
import Records

/// Updates a watch when its lists of feeds change.
final class WatchedLists {
  private let shard: FeedShard?
  /// The taps of chains, which are watched in addition to the feeds of the lists.
  private let taps: [ChainList.Tap]
  private let feed: (FeedList.Feed, ChainTap?) -> WatchedFeed
  /// The problems found in the last reading. A problem that was already known is not reported again.
  private var known: Set<String>
  /// Whether the lists had problems when they were last read.
  private(set) var hasProblems: Bool
  private var list: FeedList

  /// - Parameters:
  ///   - list: The lists as first read.
  ///   - shard: The part of the feeds that is watched. Nil if all feeds are watched.
  ///   - taps: The taps of chains.
  ///   - feed: Makes the watched feed for a tap, or for an entry of a list.
  init(
    _ list: FeedList,
    shard: FeedShard?,
    taps: [ChainList.Tap],
    feed: @escaping (FeedList.Feed, ChainTap?) -> WatchedFeed
  ) {
    self.list = list
    self.shard = shard
    self.taps = taps
    self.feed = feed
    known = Set(list.problems)
    hasProblems = !list.problems.isEmpty
  }

  var own: [FeedList.Feed] {
    guard let shard else { return list.entries }
    return list.entries.filter { shard.owns($0.url.identity) }
  }

  /// The names of the feeds that other processes watch.
  var elsewhere: Set<String> {
    Set(list.entries.map(\.url.name)).subtracting(own.map(\.url.name))
  }

  var feeds: [WatchedFeed] { own.map { feed($0, nil) } + taps.map { feed($0.feed, $0.tap) } }

  /// The feeds, in the form in which the database stores them.
  var stored: [WatchStore.Feed] {
    own.map { WatchSinks.stored($0) } + taps.map { WatchSinks.stored($0.feed, name: $0.tap.name) }
  }

  /// The shard, and the number of feeds in the lists plus the number of taps.
  var fleet: WatchFleet {
    WatchFleet(expected: list.entries.count + taps.count, shard: shard)
  }

  /// Applies the latest content of the lists. `report` is called with a message about changes, and `warn` with each new
  /// problem.
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
    let change = watch.update(feeds) { number, feed in
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
