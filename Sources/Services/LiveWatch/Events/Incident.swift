import Conformance
import Synchronization

/// An alarm or a loss from its beginning to its end.
package struct Incident: Sendable, Equatable {
  package enum End: Sendable, Equatable {
    case open
    /// The incident ended at this time, in Unix seconds.
    case at(Double)
    /// The watch ended before the incident ended.
    case unknown
  }

  /// The number of the feed, from 0.
  package var feed: Int
  package var name: AlarmName
  package var severity: Severity
  package var tracks: [TrackKey] = [.feed]
  /// The message at the beginning of the incident, if it is known.
  package var message: String
  /// When the incident began, in Unix seconds.
  package var start: Double
  package var end: End = .open
  /// The folder with the evidence recorded around the beginning; nil if none is known.
  package var evidence: String?
}

/// The latest incidents of every feed, including ended ones. Their number is limited.
package final class IncidentHistory: EventSink {
  /// The maximum number of incidents that are kept for a feed.
  static let capacity = 50
  /// The maximum number of characters of a message that are kept.
  private static let messageLength = 300

  /// The incidents by feed, in the order in which they were added.
  private let feeds = Mutex<[Int: [Incident]]>([:])

  package init() {}

  /// Adds incidents of earlier runs, the oldest first.
  package func add(_ earlier: [Incident]) {
    feeds.withLock { feeds in for incident in earlier { Self.append(incident, to: &feeds) } }
  }

  /// Continues an alarm or a loss of an earlier run that has not ended, instead of its incident from the database.
  func resume(_ event: WatchEvent) {
    var event = event
    event.kind = event.alarm == nil ? .streamLost : .alarm
    event.date = event.alarm?.since ?? event.date
    let name = event.alarm?.name ?? .streamLost
    feeds.withLock { [event] feeds in
      feeds[event.feed]?.removeAll {
        $0.name == name && $0.end == .unknown && $0.start > event.date - 1
      }
    }
    take(event)
  }

  /// Records alarms and losses; ignores tags.
  package func take(_ event: WatchEvent) {
    let name = event.alarm?.name ?? .streamLost
    let tracks = event.alarm?.tracks ?? [.feed]
    let severity = event.alarm?.severity ?? .error
    switch event.kind {
    case .tag: return
    case .alarm, .streamLost:
      let incident = Incident(
        feed: event.feed,
        name: name,
        severity: severity,
        tracks: tracks,
        message: event.message ?? "",
        start: event.date,
        evidence: event.evidence
      )
      feeds.withLock { Self.append(incident, to: &$0) }
    case .updated, .recovered, .streamBack:
      feeds.withLock { feeds in
        let index = feeds[event.feed]?.lastIndex { $0.name == name && $0.end == .open }
        if let index {
          feeds[event.feed]?[index].tracks = tracks
          feeds[event.feed]?[index].severity = severity
          if event.kind != .updated { feeds[event.feed]?[index].end = .at(event.date) }
          return
        }
        guard event.kind != .updated else { return }
        // The beginning of this incident is no longer kept.
        let incident = Incident(
          feed: event.feed,
          name: name,
          severity: severity,
          tracks: tracks,
          message: event.alarm?.message ?? event.message ?? "",
          start: event.date - (event.duration ?? 0),
          end: .at(event.date)
        )
        Self.append(incident, to: &feeds)
      }
    }
  }

  func forget(feed: Int) { feeds.withLock { $0[feed] = nil } }

  /// The latest incidents that are active, ended since `date`, or began since `date` and have an unknown end.
  /// - Parameters:
  ///   - feed: The number of the feed; nil means all feeds.
  ///   - date: Unix seconds.
  ///   - count: The maximum number of incidents to return.
  /// - Returns: The incidents, latest first.
  func latest(of feed: Int? = nil, since date: Double, count: Int = capacity) -> [Incident] {
    let all = feeds.withLock { feeds in
      feed.map { feeds[$0] ?? [] } ?? feeds.sorted { $0.key < $1.key }.flatMap(\.value)
    }
    let recent = all.filter { incident in
      switch incident.end {
      case .open: true
      case .at(let end): end >= date
      case .unknown: incident.start >= date
      }
    }
    return Array(recent.sorted { $0.start > $1.start }.prefix(count))
  }

  private static func append(_ incident: Incident, to feeds: inout [Int: [Incident]]) {
    var incident = incident
    incident.message = String(incident.message.prefix(messageLength))
    var list = feeds[incident.feed] ?? []
    list.append(incident)
    // Active incidents are kept longest.
    if list.count > capacity {
      list.remove(at: list.firstIndex { $0.end != .open } ?? 0)
    }
    feeds[incident.feed] = list
  }
}
