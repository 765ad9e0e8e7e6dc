import Conformance
import Formats
import System

/// Writes a snapshot in the Prometheus text format, version 0.0.4. Values are in base units: seconds and bytes.
struct WatchMetrics {
  private typealias Label = PrometheusText.Label
  private typealias Sample = PrometheusText.Sample

  typealias Counts = [(name: String, counts: DeliveryCounts)]

  private let snapshot: WatchSnapshot
  private let deliveries: Counts
  private let process: ProcessFigures?
  private var page = PrometheusText()
  var text: String { page.text }

  init(
    _ snapshot: WatchSnapshot,
    _ deliveries: Counts,
    process: ProcessFigures? = .current()
  ) {
    self.snapshot = snapshot
    self.deliveries = deliveries
    self.process = process
    writeFeeds()
    writeTracks()
    writeAlarms()
    writeDeliveries()
    writeProcess()
  }

  private mutating func writeFeeds() {
    writeFleet()
    write("up", "Whether the feed delivers: 1 or 0.", .gauge, feeds { $0.phase.isUp ? 1 : 0 })
    write(
      "waiting",
      "Whether the feed waits for its first DATA tag or is interrupted, without a loss or an alarm: 1 or 0.",
      .gauge,
      feeds { $0.condition == .waiting ? 1 : 0 }
    )
    write(
      "lost_total",
      "Number of times the feed was lost.",
      .counter,
      feeds { $0.delivery.losses.total }
    )
    write(
      "connections_total",
      "Number of times the feed was opened.",
      .counter,
      feeds { $0.delivery.connections }
    )
    write(
      "restarts_total",
      "Number of times the feed was opened again.",
      .counter,
      feeds { max(0, $0.delivery.connections - 1) }
    )
    write(
      "media_bytes_total",
      "Bytes of media read.",
      .counter,
      feeds { Int($0.delivery.totalBytes) }
    )
  }

  /// Writes the metrics that reveal a missing process: `sum(id3tap_feeds) < max(id3tap_feeds_expected)`.
  private mutating func writeFleet() {
    let (fleet, count) = (snapshot.fleet, snapshot.feeds.count)
    page.write("id3tap_feeds", "Feeds that this process watches.", .gauge, String(count))
    page.write(
      "id3tap_feeds_expected",
      "Feeds in the lists, watched by all shards together.",
      .gauge,
      String(fleet.expected ?? count)
    )
    guard let shard = fleet.shard else { return }
    page.write(
      "id3tap_shard_info",
      "Always 1; the labels are the number of this shard and the number of shards.",
      .gauge,
      [([("shard", String(shard.index)), ("shards", String(shard.count))], "1")]
    )
  }

  private func feeds(_ value: (FeedSnapshot) -> Int) -> [Sample] {
    snapshot.feeds.map { (Self.labels($0), String(value($0))) }
  }

  private func tracks(_ value: (FeedSnapshot, TrackState) -> String?) -> [Sample] {
    snapshot.feeds.flatMap { feed in
      feed.tracks.compactMap { track -> Sample? in
        value(feed, track).map { (Self.labels(feed, track.key), $0) }
      }
    }
  }

  /// The samples of counters, including the counters of removed tracks, because a counter must never decrease. `label`
  /// is added to the labels of the feed and the track.
  private func counted(
    _ label: String,
    inTracksOnly: Bool = true,
    _ values: (TrackCounters) -> [(String, Int)]
  ) -> [Sample] {
    snapshot.feeds.flatMap { feed in
      feed.counted.filter { !inTracksOnly || $0.key != .feed || !$0.counters.isOnlyFaults }
        .flatMap { key, counters -> [Sample] in
          let labels = Self.labels(feed, key)
          return values(counters).map { (labels + [(label, $0.0)], String($0.1)) }
        }
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
      "Tags that arrived, by kind.",
      .counter,
      counted("kind") { counters in
        let tags = counters.tags
        return [("data", tags.data), ("info", tags.info), ("other", tags.other)]
      }
    )
    write(
      "tag_age_seconds",
      "Time since the last Nielsen tag; missing before the first tag.",
      .gauge,
      tracks { feed, track in feed.tagAge(of: track).flatMap(Decimals.seconds) }
    )
    write(
      "segments_total",
      "Listed segments, by result: missing, or read or marked as a gap.",
      .counter,
      counted("state") { counters in
        let missing = counters.segmentsMissing
        return [("read", counters.segments - missing), ("missing", missing)]
      }
    )
    write(
      "segments_behind",
      "Listed segments that have not been read: 0 at the live edge.",
      .gauge,
      tracks { _, track in track.backlog.map { String($0) } }
    )
    write(
      "playlist_frozen",
      "Whether the playlist is frozen: 1 or 0.",
      .gauge,
      tracks { feed, track in feed.isFrozen(track) ? "1" : "0" }
    )
    write(
      "findings_total",
      "Findings of rules, by rule.",
      .counter,
      counted("rule", inTracksOnly: false) { counters in
        counters.faults.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
      }
    )
  }

  private mutating func writeAlarms() {
    write(
      "alarm_active",
      "1 for every track of a raised alarm.",
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
    // The first alarm of a feed must increase an existing series. There are too many rules for a series of each rule in
    // each feed, so a rule has series in all feeds once its alarm was raised in one feed.
    let names = Set(AlarmName.own.map(\.name) + snapshot.feeds.flatMap(\.raised.keys))
      .sorted { $0.rawValue < $1.rawValue }
    write(
      "alarms_total",
      "Number of times alarms were raised.",
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
      "Events for each output, by result.",
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
      "Events that wait for an output or are being delivered.",
      .gauge,
      deliveries.map { ([("to", $0.name)], String($0.counts.waiting)) }
    )
    write(
      "events_oldest_age_seconds",
      "Age of the oldest waiting event; 0 if none waits.",
      .gauge,
      deliveries.map { delivery in
        let age = delivery.counts.oldest.map { max(0, snapshot.date - $0) } ?? 0
        return ([("to", delivery.name)], Decimals.seconds(age) ?? "0")
      }
    )
  }

  private mutating func writeProcess() {
    let uptime = Decimals.seconds(snapshot.uptime) ?? "0"
    write("uptime_seconds", "Time since the watch began.", .gauge, [([], uptime)])
    if let process { page.write(process) }
  }

  private mutating func write(
    _ name: String,
    _ help: String,
    _ kind: PrometheusText.Kind,
    _ samples: [Sample]
  ) {
    page.write("id3tap_watch_" + name, help, kind, samples)
  }
}
