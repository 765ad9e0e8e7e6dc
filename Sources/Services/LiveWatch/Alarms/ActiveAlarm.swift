import Conformance

/// A raised alarm of a feed. A feed has at most one alarm of each name, which covers all affected tracks.
package struct ActiveAlarm: Sendable, Equatable {
  /// The number that all events of the alarm share; unique within a feed.
  package var id: Int
  package var name: AlarmName
  /// The tracks that the alarm has affected since it was raised, in the order in which they were added.
  package var tracks: [TrackKey]
  /// The tracks whose condition has ended.
  package var ended: Set<TrackKey> = []
  package var severity: Severity
  package var raisedSeverity: Severity
  /// The message when the alarm was raised.
  package var message: String
  /// The number of findings, including those that raised the alarm; at least 1.
  package var count: Int
  /// The position of the finding that gave the alarm its first message.
  package var place: Place
  /// When the alarm was raised, in Unix seconds.
  package var since: Double
  /// The latest message of the condition after the alarm was raised; nil before the condition is reported again.
  package var latestMessage: String?
  /// The alarms suppressed as consequences of this alarm, in the order in which they were found.
  package var consequences: [AlarmName] = []

  package var currentMessage: String { latestMessage ?? message }

  package var current: [TrackKey] { tracks.filter { !ended.contains($0) } }

  /// The affected track if the alarm has affected only one track; otherwise the feed as a whole.
  package var track: TrackKey { tracks.count == 1 ? tracks[0] : .feed }
  package var renditions: [String] { tracks.compactMap(\.rendition) }
  package var programs: [Int] { tracks.compactMap(\.program) }
}

extension [TrackKey] {
  private static var mostNamed: Int { 3 }

  /// The names for messages: `a, b, c and 2 more`; nil for the feed as a whole.
  package var words: String? {
    let names = compactMap(\.name)
    guard !names.isEmpty else { return nil }
    let rest = names.count - Self.mostNamed
    let shown = names.prefix(Self.mostNamed).joined(separator: ", ")
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }
}
