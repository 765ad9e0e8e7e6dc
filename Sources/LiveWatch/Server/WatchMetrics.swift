import Conformance
import Formats
import System

/// Writes a snapshot in Prometheus' text exposition format, version 0.0.4, in base units.
struct WatchMetrics {
  private typealias Label = PrometheusText.Label
  private typealias Sample = PrometheusText.Sample

  private let snapshot: WatchSnapshot
  private let deliveries: [Delivery]
  private let process: ProcessFigures?
  private var page = PrometheusText()
  var text: String { page.text }

  /// The numbers of events that one sink delivered, failed to deliver, and dropped.
  struct Delivery: Sendable {
    /// `stdout` or `file`, `alarm-command`, `webhook`, `database`.
    var name: String
    var counts: DeliveryCounts
  }

  init(_ snapshot: WatchSnapshot, _ deliveries: [Delivery], process: ProcessFigures? = .current()) {
    self.snapshot = snapshot
    self.deliveries = deliveries
    self.process = process
    writeFeeds()
    writeTracks()
    writeAlarms()
    writeDeliveries()
    writeProcess()
  }

  // MARK: - Feeds

  private mutating func writeFeeds() {
    let feeds = snapshot.feeds
    write("feeds", "Feeds that are watched.", .gauge, [([], String(feeds.count))])
    writeFleet()
    write(
      "up",
      "Whether the feed delivers: 1 or 0.",
      .gauge,
      feeds.map { (Self.labels($0), $0.status == .up ? "1" : "0") }
    )
    write(
      "waiting",
      "Whether no DATA tag has come yet, and nothing worse is known: 1 or 0.",
      .gauge,
      feeds.map { (Self.labels($0), $0.condition == .waiting ? "1" : "0") }
    )
    write(
      "lost_total",
      "How often the feed was lost.",
      .counter,
      feeds.map { (Self.labels($0), String($0.lossCount)) }
    )
    write(
      "connections_total",
      "How often the feed was opened.",
      .counter,
      feeds.map { (Self.labels($0), String($0.connections)) }
    )
    write(
      "restarts_total",
      "How often the feed was opened again.",
      .counter,
      feeds.map { (Self.labels($0), String(max(0, $0.connections - 1))) }
    )
    write(
      "media_bytes_total",
      "Bytes of media that were read.",
      .counter,
      feeds.map { (Self.labels($0), String($0.bytes)) }
    )
  }

  /// Metrics that show a missing process: `sum(id3tap_feeds) < max(id3tap_feeds_expected)`.
  private mutating func writeFleet() {
    let (fleet, prefix) = (snapshot.fleet, "id3tap_")
    let count = snapshot.feeds.count
    write(
      "feeds",
      "Feeds that this process watches.",
      .gauge,
      [([], String(count))],
      prefix: prefix
    )
    write(
      "feeds_expected",
      "Feeds in the lists, which all shards together watch.",
      .gauge,
      [([], String(fleet.expected ?? count))],
      prefix: prefix
    )
    guard let shard = fleet.shard else { return }
    write(
      "shard_info",
      "Is 1: the number of this shard, and how many there are.",
      .gauge,
      [([("shard", String(shard.index)), ("shards", String(shard.count))], "1")],
      prefix: prefix
    )
  }

  // MARK: - Tracks

  private func tracks(_ body: (TrackSnapshot, [Label]) -> [Sample]) -> [Sample] {
    snapshot.feeds.flatMap { feed in
      feed.tracks.flatMap { body($0, Self.labels(feed, $0.key)) }
    }
  }

  /// Samples of counters, also of tracks that have been removed: a counter never decreases.
  private func counted(_ body: (TrackCounters, [Label]) -> [Sample]) -> [Sample] {
    snapshot.feeds.flatMap { feed in
      feed.counted.flatMap { body($0.counters, Self.labels(feed, $0.key)) }
    }
  }

  /// The same, without findings that belong to no track.
  private func countedInTracks(_ body: (TrackCounters, [Label]) -> [Sample]) -> [Sample] {
    snapshot.feeds.flatMap { feed in
      feed.counted.filter { $0.key != .feed || !$0.counters.isOnlyFaults }
        .flatMap { body($0.counters, Self.labels(feed, $0.key)) }
    }
  }

  private static func labels(_ feed: FeedSnapshot) -> [Label] {
    [("feed", feed.name)] + feed.labels.all.map { ($0.name, $0.value) }
  }

  private static func labels(_ feed: FeedSnapshot, _ key: TrackKey) -> [Label] {
    labels(feed) + [("rendition", key.name ?? "")]
  }

  private mutating func writeTracks() {
    write(
      "tags_total",
      "Tags that came, by kind.",
      .counter,
      countedInTracks { counters, labels in
        let tags = counters.tags
        return [("data", tags.data), ("info", tags.info), ("other", tags.other)].map {
          (labels + [("kind", $0.0)], String($0.1))
        }
      }
    )
    write(
      "tag_age_seconds",
      "Time since the last Nielsen tag came; missing before the first.",
      .gauge,
      tracks { track, labels in
        track.tagAge.flatMap(Decimals.seconds).map { [(labels, $0)] } ?? []
      }
    )
    write(
      "segments_total",
      "Segments that were listed and read, or could not be.",
      .counter,
      countedInTracks { counters, labels in
        let missing = counters.segmentsMissing
        return [("read", counters.segments - missing), ("missing", missing)].map {
          (labels + [("state", $0.0)], String($0.1))
        }
      }
    )
    write(
      "segments_behind",
      "Segments that are listed and have not been read: 0 at the live edge.",
      .gauge,
      tracks { track, labels in track.backlog.map { [(labels, String($0))] } ?? [] }
    )
    write(
      "playlist_frozen",
      "Whether the playlist is frozen: 1 or 0.",
      .gauge,
      tracks { track, labels in [(labels, track.isFrozen ? "1" : "0")] }
    )
    write(
      "findings_total",
      "What rules found, by rule.",
      .counter,
      counted { counters, labels in findings(counters.faults, labels) }
    )
  }

  private func findings(_ faults: [RuleID: Int], _ labels: [Label]) -> [Sample] {
    faults.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { (labels + [("rule", $0.key.rawValue)], String($0.value)) }
  }

  // MARK: - Alarms

  private mutating func writeAlarms() {
    write(
      "alarm_active",
      "Is 1 for every alarm that is raised.",
      .gauge,
      snapshot.feeds.flatMap { feed in
        feed.alarms.flatMap { alarm in
          alarm.current.map { track in
            (
              Self.labels(feed, track)
                + [("alarm", alarm.name.rawValue), ("severity", alarm.severity.rawValue)],
              "1"
            )
          }
        }
      }
    )
    // The first alarm of a feed is an increase of a series that was there before. There are too many rules for a series of each in
    // each feed: one that was raised anywhere has one in all feeds.
    let names = Set(AlarmName.own.map(\.name) + snapshot.feeds.flatMap(\.raised.keys))
      .sorted { $0.rawValue < $1.rawValue }
    write(
      "alarms_total",
      "How often alarms were raised.",
      .counter,
      snapshot.feeds.flatMap { feed in
        names.map {
          (Self.labels(feed) + [("alarm", $0.rawValue)], String(feed.raised[$0] ?? 0))
        }
      }
    )
  }

  private mutating func writeDeliveries() {
    write(
      "events_total",
      "Events that were sent somewhere, by what became of them.",
      .counter,
      deliveries.flatMap { delivery in
        [
          ("delivered", delivery.counts.delivered), ("failed", delivery.counts.failed),
          ("dropped", delivery.counts.dropped),
        ].map { ([("to", delivery.name), ("state", $0.0)], String($0.1)) }
      }
    )
    write(
      "events_waiting",
      "Events that wait to be sent somewhere.",
      .gauge,
      deliveries.map { ([("to", $0.name)], String($0.counts.waiting)) }
    )
    write(
      "events_oldest_age_seconds",
      "Age of the oldest event that waits; 0 when none does.",
      .gauge,
      deliveries.map { delivery in
        let age = delivery.counts.oldest.map { max(0, snapshot.date - $0) } ?? 0
        return ([("to", delivery.name)], Decimals.seconds(age) ?? "0")
      }
    )
  }

  private mutating func writeProcess() {
    write(
      "uptime_seconds",
      "Time since the watch began.",
      .gauge,
      [([], Decimals.seconds(snapshot.uptime) ?? "0")]
    )
    if let process { page.write(process) }
  }

  private mutating func write(
    _ name: String,
    _ help: String,
    _ kind: PrometheusText.Kind,
    _ samples: [Sample],
    prefix: String = "id3tap_watch_"
  ) {
    page.write(prefix + name, help, kind, samples)
  }
}
