import Conformance

/// A raised alarm of a feed: one for each name, however many renditions or programs it concerns.
package struct ActiveAlarm: Sendable, Equatable {
  /// The number that all events of the alarm share; unique within a feed.
  package var id: Int
  package var name: AlarmName
  /// The tracks that it has concerned since it was raised, in the order in which they joined it.
  package var tracks: [TrackKey]
  /// The tracks where it is over.
  package var ended: Set<TrackKey> = []
  package var severity: Severity
  /// The severity when it was raised.
  package var raisedSeverity: Severity
  /// The message when it was raised.
  package var message: String
  /// The number of findings so far.
  package var count: Int
  /// The place of the first finding.
  package var place: Place
  /// When it was raised, in Unix seconds.
  package var since: Double
  /// The latest message, if it differs from the first.
  package var latestMessage: String?
  /// The alarms that follow from this one and are not raised, in the order in which they were found.
  package var consequences: [AlarmName] = []

  /// The latest message.
  package var currentMessage: String { latestMessage ?? message }

  /// The tracks that it concerns now.
  package var current: [TrackKey] { tracks.filter { !ended.contains($0) } }

  /// The only track that it has concerned; the feed as a whole if there are several.
  package var track: TrackKey { tracks.count == 1 ? tracks[0] : .feed }
  /// The renditions that it has concerned.
  package var renditions: [String] { tracks.compactMap(\.rendition) }
  /// The programs that it has concerned.
  package var programs: [Int] { tracks.compactMap(\.program) }
}

extension [TrackKey] {
  /// The most tracks that a message names.
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
