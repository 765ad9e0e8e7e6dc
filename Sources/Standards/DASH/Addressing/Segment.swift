/// A range of bytes of a resource, from `mediaRange` or `indexRange`.
package struct MediaRange: Sendable, Hashable {
  package var offset: Int64
  /// Nil: to the end of the resource.
  package var length: Int64?
}

/// The location of bytes: addresses and a range.
package struct SegmentLocation: Sendable, Hashable {
  /// The resolved address to try first.
  package var address: String
  /// The addresses under the other base URLs, in their order.
  package var alternatives: [String] = []
  /// Nil: the whole resource.
  package var range: MediaRange?

  /// All addresses, in the order in which to try them.
  package var addresses: [String] { [address] + alternatives }
}

/// One segment of media.
package struct Segment: Sendable, Hashable {
  package var location: SegmentLocation
  /// `$Number$` of the segment or of its sequence; or the position in a list.
  package var number: Int64
  /// The start on the media timeline, in ticks; includes the presentation time offset.
  package var time: Int64
  /// In ticks; nil: unknown.
  package var duration: Int64?
  /// Seconds from the start of the Period to the start of the segment: (time - offset) / timescale.
  package var secondsInPeriod: Double
  package var durationSeconds: Double?

  /// Seconds from the start of the Period to the end of the segment; to its start if the duration
  /// is unknown.
  package var endInPeriod: Double { secondsInPeriod + (durationSeconds ?? 0) }
}
