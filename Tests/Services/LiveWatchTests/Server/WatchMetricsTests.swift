import Presentation
import TestSupport
import Testing
import TimedMetadata

@testable import LiveWatch

@Suite struct WatchMetricsTests {
  /// The metrics of a feed after `connections` connections. Each connection lists one rendition under a new name and
  /// delivers one tag.
  private func lines(connections: Int) throws -> [Substring] {
    let start = FeedState.Moment(now: 0, date: 0)
    var state = FeedState(index: 0, name: "a", settings: try .ownAlarmsOnly(), at: start)
    for number in 0..<connections {
      let moment = FeedState.Moment(now: Double(number), date: 0)
      let name = "v\(number)"
      state.connecting(at: moment)
      _ = state.opened(
        OpenedPlaylists(
          renditions: [RenditionSummary(name: name, uri: "a.m3u8")],
          isLive: true,
          targetDuration: 6
        ),
        at: moment
      )
      state.receive(.tag(Tags.data(number, rendition: name)), at: moment)
      _ = state.events.take()
    }
    let snapshot = WatchSnapshot(
      date: 0,
      uptime: 1,
      sinceCheck: 0,
      feeds: [FeedSnapshot(state, now: Double(connections))]
    )
    return WatchMetrics(snapshot, [], process: nil).text.split(separator: "\n")
  }

  @Test(
    "promtool accepts the metrics",
    .enabled(if: Tool.isThere("promtool"), "promtool is missing: 'make tools' installs it")
  )
  func promtool() throws {
    let text = try lines(connections: 3).joined(separator: "\n") + "\n"
    #expect(text.contains("id3tap_watch_tag_age_seconds"))
    #expect(try Promtool.complaint(["check", "metrics"], input: text) == nil)
  }

  @Test("counters never decrease when renditions are removed", arguments: [1, 2, 65, 66, 300])
  func counters(connections: Int) throws {
    let lines = try lines(connections: connections)
    let data = lines.filter {
      $0.hasPrefix("id3tap_watch_tags_total{") && $0.contains("kind=\"data\"")
    }
    let values = data.compactMap { line in line.split(separator: " ").last.flatMap { Int($0) } }
    #expect(values.reduce(0, +) == connections)
    #expect(data.count <= FeedTracks.mostGone + 2)
    let series = lines.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != " " } }
    #expect(Set(series).count == series.count)
  }

  @Test("no gauges are reported for a removed rendition")
  func ages() throws {
    let lines = try lines(connections: 3)
    let ages = lines.filter { $0.hasPrefix("id3tap_watch_tag_age_seconds{") }
    #expect(ages == ["id3tap_watch_tag_age_seconds{feed=\"a\",rendition=\"v2\"} 1.0"])
  }

  @Test("only segments of the current connection count as behind the live edge")
  func segmentsBehind() throws {
    let start = FeedState.Moment(now: 0, date: 0)
    var state = FeedState(index: 0, name: "a", settings: try .ownAlarmsOnly(), at: start)
    state.connecting(at: start)
    let playlists = OpenedPlaylists(
      renditions: ["v", "w", "x"].map { RenditionSummary(name: $0, uri: "a.m3u8") },
      isLive: true,
      targetDuration: 6
    )
    _ = state.opened(playlists, at: start)
    state.hasBacklog(of: 0, in: "v")
    state.hasBacklog(of: 7, in: "w")
    state.hasBacklog(of: 7, in: "unknown")
    func lines() -> [Substring] {
      let feeds = [FeedSnapshot(state, now: 1)]
      let snapshot = WatchSnapshot(date: 0, uptime: 1, sinceCheck: 0, feeds: feeds)
      return WatchMetrics(snapshot, [], process: nil).text.split(separator: "\n")
        .filter { $0.hasPrefix("id3tap_watch_segments_behind{") }
    }
    #expect(
      lines() == [
        "id3tap_watch_segments_behind{feed=\"a\",rendition=\"v\"} 0",
        "id3tap_watch_segments_behind{feed=\"a\",rendition=\"w\"} 7",
      ]
    )
    _ = state.tick(bytes: nil, at: start)
    #expect(lines().isEmpty)
  }

  @Test("series have the feed's escaped labels, and shards report the expected number of feeds")
  func labels() throws {
    var labels = FeedLabels()
    try labels.set("region", "a\"\\\nb")
    let start = FeedState.Moment(now: 0, date: 0)
    let state = FeedState(
      index: 3,
      name: "a",
      labels: labels,
      settings: try .ownAlarmsOnly(),
      at: start
    )
    var snapshot = WatchSnapshot(
      date: 0,
      uptime: 1,
      sinceCheck: 0,
      feeds: [FeedSnapshot(state, now: 0)]
    )
    let alone = WatchMetrics(snapshot, [], process: nil).text
    #expect(alone.contains("\nid3tap_feeds_expected 1\n") && !alone.contains("shard_info"))
    snapshot.fleet = WatchFleet(expected: 40, shard: FeedShard(index: 1, count: 3))
    let lines = WatchMetrics(snapshot, [], process: nil).text.split(separator: "\n")
    #expect(lines.contains(#"id3tap_watch_up{feed="a",region="a\"\\\nb"} 0"#))
    let own = lines.filter { $0.contains("feed=\"") }
    #expect(own.allSatisfy { $0.contains("region=") })
    for line in ["id3tap_feeds 1", "id3tap_feeds_expected 40"] {
      #expect(lines.contains { $0 == line })
    }
    #expect(lines.contains(#"id3tap_shard_info{shard="1",shards="3"} 1"#))
  }

  @Test("built-in alarms are counted from 0, and a rule without a raised alarm has no series")
  func alarmsFromZero() throws {
    let counted = try lines(connections: 1).filter { $0.hasPrefix("id3tap_watch_alarms_total{") }
    #expect(counted.count == AlarmName.own.count)
    #expect(counted.allSatisfy { $0.hasSuffix(" 0") })
  }

  @Test("events waiting for a sink are counted, with the age of the oldest")
  func waiting() throws {
    let buffer = EventBuffer(capacity: 10)
    for second in 0..<3 {
      var event = Events.alarm()
      event.date = Double(100 + second)
      buffer.put(event)
    }
    let snapshot = WatchSnapshot(date: 160.5, uptime: 1, sinceCheck: 0, feeds: [])
    let lines = WatchMetrics(
      snapshot,
      [("webhook", buffer.counts), ("database", .init())]
    )
    .text.split(separator: "\n")
    for line in [
      #"id3tap_watch_events_waiting{to="webhook"} 3"#,
      #"id3tap_watch_events_waiting{to="database"} 0"#,
      #"id3tap_watch_events_oldest_age_seconds{to="webhook"} 60.5"#,
      #"id3tap_watch_events_oldest_age_seconds{to="database"} 0.0"#,
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    for name in [
      "start_time_seconds", "open_fds", "max_fds", "resident_memory_bytes", "cpu_seconds_total",
    ] {
      #expect(lines.contains { $0.hasPrefix("process_\(name) ") }, "\(name)")
    }
  }
}
