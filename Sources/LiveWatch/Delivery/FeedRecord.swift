import Conformance
import Results

/// What is known about feeds, in the form in which `check` tells it.
enum FeedRecord {
  /// How a feed is.
  static func row(_ feed: FeedSnapshot) -> WatchStore.FeedRow {
    let tags = feed.lanes.reduce(into: TagCounts()) { sum, lane in
      sum.data += lane.tags.data
      sum.info += lane.tags.info
      sum.other += lane.tags.other
    }
    return WatchStore.FeedRow(
      bytes: feed.bytes,
      error: feed.status == .lost ? feed.reason.map { "\(feed.name): \($0)" } : nil,
      json: .object([
        .init("verdict", .string(verdict(feed).rawValue)),
        .init(
          "tags",
          .object([
            .init("data", JSONValue(tags.data)), .init("info", JSONValue(tags.info)),
            .init("other", JSONValue(tags.other)),
          ])
        ),
        .init("streams", .array(feed.lanes.map { stream($0, of: feed) })),
      ])
    )
  }

  private static func stream(_ lane: LaneSnapshot, of feed: FeedSnapshot) -> JSONValue {
    .object([
      .init("program", JSONValue(lane.key.program)),
      .init("pid", JSONValue(lane.pid)),
      .init("rendition", JSONValue(lane.key.rendition)),
      .init("tags", JSONValue(lane.tags.data + lane.tags.info + lane.tags.other)),
      .init("data", JSONValue(lane.tags.data)),
      .init("info", JSONValue(lane.tags.info)),
      .init("carriage", JSONValue(lane.carriage?.rawValue)),
      .init(
        "verdict",
        .string(verdict(feed.alarms.filter { $0.lane == lane.key }, lane.tags).rawValue)
      ),
    ])
  }

  private static func verdict(_ feed: FeedSnapshot) -> Verdict {
    let tags = feed.lanes.reduce(into: TagCounts()) { sum, lane in
      sum.data += lane.tags.data
      sum.info += lane.tags.info
    }
    return feed.lanes.isEmpty ? .unreadable : verdict(feed.alarms, tags)
  }

  private static func verdict(_ alarms: [ActiveAlarm], _ tags: TagCounts) -> Verdict {
    if tags.data + tags.info == 0 { return .absent }
    return switch alarms.map(\.severity).max() {
    case .error: .fail
    case .warning: .warn
    case .info, nil: .pass
    }
  }

  /// An alarm, or its end, as a finding; nil for tags. What ends is told with the severity `info`.
  static func finding(_ event: WatchEvent) -> JSONValue? {
    guard event.isAlarming else { return nil }
    let alarm = event.alarm
    let isBeginning = event.kind == .alarm || event.kind == .streamLost
    let severity = isBeginning ? alarm?.severity ?? .error : .info
    return .object([
      .init("rule", .string((alarm?.name ?? .streamLost).rawValue)),
      .init("severity", .string(severity.rawValue)),
      .init("time", JSONValue(seconds: alarm?.place.time)),
      .init("wallClock", JSONValue(UTCTime.milliseconds(event.date))),
      .init("rendition", JSONValue(alarm?.lane.rendition)),
      .init("segment", JSONValue(alarm?.place.segment)),
      .init("offset", JSONValue(alarm?.place.offset)),
      .init("program", JSONValue(alarm?.lane.program)),
      .init("pid", JSONValue(alarm?.place.pid)),
      .init("message", JSONValue(event.message ?? "")),
      .init("remedy", .null),
      .init("count", JSONValue(alarm?.count ?? 1)),
      .init("lastTime", .null),
    ])
  }
}
