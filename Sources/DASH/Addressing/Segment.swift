/// Bytes of a resource, as `mediaRange` and `indexRange` give them.
package struct MediaRange: Sendable, Hashable {
  package var offset: Int64
  /// Nil: to the end.
  package var length: Int64?
}

/// Where bytes are.
package struct SegmentLocation: Sendable, Hashable {
  /// The address to try first, resolved.
  package var address: String
  /// The same below further base URLs, in their order.
  package var alternatives: [String] = []
  /// Nil: the whole resource.
  package var range: MediaRange?

  /// All addresses, in the order in which they are to be tried.
  package var addresses: [String] { [address] + alternatives }
}

/// One segment of media.
package struct Segment: Sendable, Hashable {
  package var location: SegmentLocation
  /// `$Number$`, that of its sequence where it is in one; or its place in a list.
  package var number: Int64
  /// Where it starts on the timeline of the media, in ticks; the presentation time offset is in it.
  package var time: Int64
  /// In ticks; nil: not known.
  package var duration: Int64?
  /// Where it starts from the start of the Period, in seconds: (time - offset) / timescale.
  package var secondsInPeriod: Double
  package var durationSeconds: Double?

  /// Where it ends from the start of the Period, in seconds; where that is not known, its start.
  package var endInPeriod: Double { secondsInPeriod + (durationSeconds ?? 0) }
}
