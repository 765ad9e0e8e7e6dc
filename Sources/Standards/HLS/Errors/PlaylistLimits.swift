/// How much of a playlist is read. Playlists are hostile input: time and memory stay in proportion to
/// these numbers for any bytes.
public struct PlaylistLimits: Sendable, Hashable {
  /// Bytes of the whole playlist; more are refused.
  public var bytes = 16 << 20
  /// Lines of the whole playlist; more are refused.
  public var lines = 2_000_000
  /// Bytes of one line, after variables are expanded; a longer one is refused.
  public var lineBytes = 1 << 20
  /// Segments of a media playlist, those of a delta update's base included; more are refused. The
  /// default is more than a day of one-second segments.
  public var segments = 100_000
  /// Variants, renditions, session data and session keys of a multivariant playlist; more are
  /// refused.
  public var entries = 10_000
  /// Date ranges, cues, partial segments, hints, reports and unknown tags of a playlist; further
  /// ones are not kept, with a fault.
  public var annotations = 100_000
  /// Attributes of one tag; further ones are not read, with a fault.
  public var attributes = 128
  /// Encryption keys in force at the same time, one a KEYFORMAT; further ones are not kept, with a
  /// fault.
  public var keysInForce = 8
  /// Variables that EXT-X-DEFINE makes; further ones are not kept, with a fault.
  public var variables = 1_000
  /// Bytes that the values of variables take in a whole playlist; more are refused.
  public var expandedBytes = 16 << 20
  /// Faults of the same kind that are reported with their lines; further ones are counted.
  public var faultsPerKind = 20

  /// The default limits.
  public init() {}
}
