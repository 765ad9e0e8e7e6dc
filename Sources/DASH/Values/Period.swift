/// A part of the presentation (5.3.2).
package struct Period: Sendable, Hashable {
  /// `@id`; stays the same over versions of the manifest.
  package var id: String?
  /// Where it stands in the manifest, counted from 0.
  package var index: Int
  /// The line of the manifest it starts in.
  package var line: Int
  /// Seconds from the start of the presentation; nil: early available, not to be presented yet.
  package var start: Double?
  /// Seconds; nil: as long as the presentation goes on.
  package var duration: Double?
  package var adaptationSets: [AdaptationSet] = []
  /// Events in the manifest itself.
  package var eventStreams: [EventStream] = []

  /// Where it ends, in seconds from the start of the presentation; nil where that is open.
  package var end: Double? {
    guard let start, let duration else { return nil }
    return start + duration
  }
}
