import Conformance
import Formats
import Records

/// Rows about feeds, in the form that `check` uses for its reports.
enum FeedRecord {
  static func row(_ feed: FeedSnapshot) -> WatchStore.FeedRow {
    WatchStore.FeedRow(
      number: feed.number,
      bytes: feed.delivery.totalBytes,
      error: feed.phase.isLost ? feed.phase.reason.map { "\(feed.name): \($0)" } : nil,
      streams: feed.tracks.map { track in
        WatchStore.StreamRow(
          key: WatchStore.StreamKey(track.key),
          pid: track.pid,
          carriage: track.carriage?.rawValue
        )
      }
    )
  }

  /// The row of a tag; nil for other events.
  static func tag(_ event: WatchEvent) -> WatchStore.TagRow? {
    event.tag.map { row in
      WatchStore.TagRow(feed: event.feed, stream: WatchStore.StreamKey(event.track), row: row)
    }
  }

  /// The rows of an alarm or its end, one for each reported track; empty for tags. The loss of a feed affects all
  /// streams.
  static func found(_ event: WatchEvent) -> [WatchStore.FoundRow] {
    findings(event).map { record in
      WatchStore.FoundRow(
        feed: event.feed,
        record: record,
        concernsAllStreams: event.kind == .streamLost
      )
    }
  }

  /// The findings for an alarm or its end; empty for tags. The finding of an end has the severity `info`.
  static func findings(_ event: WatchEvent) -> [FindingRecord] {
    guard event.isAlarming else { return [] }
    return (event.alarm == nil ? [.feed] : event.reported).map { finding(event, in: $0) }
  }

  private static func finding(_ event: WatchEvent, in track: TrackKey) -> FindingRecord {
    let alarm = event.alarm
    let isEnd = event.kind == .recovered || event.kind == .streamBack
    let severity = isEnd ? .info : alarm?.severity ?? .error
    var record = FindingRecord(
      rule: (alarm?.name ?? .streamLost).rawValue,
      severity: severity,
      message: event.message ?? ""
    )
    record.time = alarm?.place.time
    record.wallClock = UTCTime.milliseconds(event.date)
    record.rendition = track.rendition
    record.segment = alarm?.place.segment
    record.offset = alarm?.place.offset
    record.program = track.program
    record.pid = alarm?.place.pid
    record.count = alarm?.count ?? 1
    return record
  }
}

extension WatchStore.StreamKey {
  fileprivate init(_ track: TrackKey) {
    self.init(rendition: track.rendition, program: track.program)
  }
}
