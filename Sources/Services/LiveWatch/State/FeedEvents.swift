import Records
import TimedMetadata

struct FeedIdentity: Sendable {
  let index: Int
  let name: String
  var title: String
  var labels: FeedLabels
}

/// The events of a feed to emit, in the order in which they occurred.
struct FeedEvents: Sendable {
  /// The number of tags since the watch began.
  private(set) var tagCount = 0
  private var pending: [WatchEvent] = []
  /// Whether the feed is no longer watched. No more events are added then.
  private var isClosed = false

  /// Adds an event, which `fill` completes.
  mutating func add(
    _ kind: WatchEvent.Kind,
    of feed: FeedIdentity,
    date: Double,
    _ fill: (inout WatchEvent) -> Void
  ) {
    guard !isClosed else { return }
    var event = WatchEvent(kind, feed: feed.index, input: feed.name, date: date)
    event.labels = feed.labels
    fill(&event)
    pending.append(event)
  }

  /// Adds a tag of a track, with its number.
  mutating func add(_ tag: TimedTag, in track: TrackKey, of feed: FeedIdentity, date: Double) {
    let row = ExtractRow(input: feed.name, index: tagCount, tag: tag)
    tagCount += 1
    add(.tag, of: feed, date: date) { event in
      event.tag = row
      event.track = track
    }
  }

  /// Returns the events since the last call, and forgets them.
  mutating func take() -> [WatchEvent] {
    defer { pending = [] }
    return pending
  }

  mutating func close() { isClosed = true }
}
