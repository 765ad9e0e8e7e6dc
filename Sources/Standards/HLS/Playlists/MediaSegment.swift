/// A segment of a media playlist, with everything that applies to it.
public struct MediaSegment: Sendable, Hashable {
  /// The URI as written, variables replaced; see ``MediaPlaylist/resolve(_:)``.
  public internal(set) var uri: String
  /// The duration of EXTINF in seconds; 0 where it is missing or unreadable.
  public internal(set) var duration: Double
  /// EXTINF has fractions of a second: it has a decimal point. Without one it may be rounded to whole
  /// seconds (RFC 8216, 4.3.2.1).
  public internal(set) var hasDecimalDuration: Bool
  /// The title of EXTINF; nil where it is empty.
  public internal(set) var title: String?
  /// The media sequence number.
  public internal(set) var mediaSequenceNumber: Int
  /// The discontinuity sequence number.
  public internal(set) var discontinuitySequenceNumber: Int
  /// EXT-X-DISCONTINUITY comes before it.
  public internal(set) var isDiscontinuity: Bool
  /// EXT-X-GAP: the segment is not available and should not be fetched.
  public internal(set) var isGap: Bool
  /// The part of the resource; nil for the whole.
  public internal(set) var byteRange: ByteRange?
  /// The initialization section that applies.
  public internal(set) var map: MediaInitializationSection?
  /// The keys in force, one a KEYFORMAT: alternatives for the same media. Empty in clear.
  public internal(set) var keys: [EncryptionKey]
  /// EXT-X-PROGRAM-DATE-TIME before it, in Unix seconds.
  public internal(set) var programDateTime: Double?
  /// When it starts, in Unix seconds: ``programDateTime``, else counted from that of the nearest
  /// segment before it, else of the first one after it. Nil where the playlist has no such tag.
  public internal(set) var startDate: Double?
  /// EXT-X-BITRATE that applies, in kilobits a second.
  public internal(set) var bitrate: Int?
  /// Marks of advertisement breaks before it.
  public internal(set) var cues: [CueMarker]
  /// Date ranges that come before it. Their place in the playlist does not matter to a player.
  public internal(set) var dateRanges: [DateRange]
  /// Its partial segments.
  public internal(set) var parts: [PartialSegment]
  /// Unknown tags before it.
  public internal(set) var unknownTags: [UnknownTag]
  /// The line of the URI, counted from 1.
  public internal(set) var line: Int

  /// When it ends, in Unix seconds, where the start is known.
  public var endDate: Double? { startDate.map { $0 + duration } }
}
