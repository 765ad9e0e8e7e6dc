/// A part of the presentation (5.3.2).
package struct Period: Sendable, Hashable {
  /// `@id`; constant over the versions of the manifest.
  package var id: String?
  /// Its position in the manifest, counted from 0.
  package var index: Int
  /// The line of the manifest on which it starts.
  package var line: Int
  /// Seconds from the start of the presentation; nil: early available, not to be presented yet.
  package var start: Double?
  /// Seconds; nil: until the presentation ends.
  package var duration: Double?
  package var adaptationSets: [AdaptationSet] = []
  /// Events in the manifest itself.
  package var eventStreams: [EventStream] = []

  /// The end, in seconds from the start of the presentation; nil if it is open.
  package var end: Double? {
    guard let start, let duration else { return nil }
    return start + duration
  }
}
