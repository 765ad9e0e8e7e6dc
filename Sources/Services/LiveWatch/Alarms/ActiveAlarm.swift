import Conformance

/// A raised alarm of a feed. There is one for each name, however many renditions or programs it concerns.
package struct ActiveAlarm: Sendable, Equatable {
  /// The number that all events of the alarm share; unique within a feed.
  package var id: Int
  package var name: AlarmName
  /// The tracks that the alarm has concerned since it was raised, in the order in which they were added.
  package var tracks: [TrackKey]
  /// The tracks in which the condition has ended.
  package var ended: Set<TrackKey> = []
  package var severity: Severity
  /// The severity when the alarm was raised.
  package var raisedSeverity: Severity
  /// The message when the alarm was raised.
  package var message: String
  /// The number of findings so far.
  package var count: Int
  /// The place of the first finding.
  package var place: Place
  /// When the alarm was raised, in Unix seconds.
  package var since: Double
  /// The latest message, if it differs from the first.
  package var latestMessage: String?
  /// The alarms that follow from this one and are therefore not raised, in the order in which they were found.
  package var consequences: [AlarmName] = []

  /// The latest message.
  package var currentMessage: String { latestMessage ?? message }

  /// The tracks that the alarm concerns now.
  package var current: [TrackKey] { tracks.filter { !ended.contains($0) } }

  /// The track of an alarm that has concerned only one; otherwise the feed as a whole.
  package var track: TrackKey { tracks.count == 1 ? tracks[0] : .feed }
  /// The renditions that the alarm has concerned.
  package var renditions: [String] { tracks.compactMap(\.rendition) }
  /// The programs that the alarm has concerned.
  package var programs: [Int] { tracks.compactMap(\.program) }
}

extension [TrackKey] {
  /// The maximum number of tracks that a message names.
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
