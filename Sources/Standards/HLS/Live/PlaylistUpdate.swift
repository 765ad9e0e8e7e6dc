/// The changes of a newly loaded version of a live playlist.
public struct PlaylistUpdate: Sendable, Hashable {
  /// A notable event in a version.
  public enum Event: Sendable, Hashable {
    /// Segments left the window between two loads: `count` of them, from `first` on, were never
    /// listed.
    case missed(first: Int, count: Int)
    /// The media sequence started again: all listed segments are new, with any numbers. `expected` is
    /// the number that would have been next.
    case restarted(expected: Int, found: Int)
    /// The version is older than the one before: a cache answered. Nothing in it is new.
    case outdated
    /// A delta update skips segments that are not known: load the whole playlist.
    case incomplete(missing: Int)
    /// A segment that was listed before has another discontinuity sequence number now.
    case discontinuitySequence(mediaSequenceNumber: Int, expected: Int, found: Int)
  }

  /// The notable events.
  public internal(set) var events: [Event] = []
  /// The segments that no version before listed, in order.
  public internal(set) var newSegments: [MediaSegment] = []
  /// Something is new: segments, parts, or the end.
  public internal(set) var isChanged = false
  /// Nothing will be added.
  public internal(set) var hasEnded = false
  /// How many loads in a row had no change.
  public internal(set) var unchangedCount = 0
  /// Seconds since a load had a change; 0 when this one did.
  public internal(set) var unchangedDuration = 0.0
}
