/// Something in a playlist that breaks the specification, or that could not be used. Reading continued
/// as in a player.
public struct PlaylistFault: Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public let kind: PlaylistFaultKind
  /// The line, counted from 1.
  public let line: Int
  /// The fault and its handling, in one sentence without a full stop.
  public let message: String

  init(_ kind: PlaylistFaultKind, line: Int, _ message: String) {
    self.kind = kind
    self.line = line
    self.message = message
  }

  /// Place and sentence in one line.
  public var description: String { "line \(line): \(message)" }
}

/// The kind of a ``PlaylistFault``.
public enum PlaylistFaultKind: String, Sendable, CaseIterable, CustomStringConvertible {
  /// No `#EXTM3U` at all.
  case headerMissing = "header-missing"
  /// `#EXTM3U` is not in the first line.
  case headerNotFirst = "header-not-first"
  /// A line is not valid UTF-8; U+FFFD represents what could not be read.
  case invalidUTF8 = "utf8-invalid"
  /// White space before a line.
  case lineIndented = "line-indented"
  /// A tag of the other kind of playlist; it is not used.
  case mixedTags = "tags-mixed"
  /// A tag that may occur once is repeated; the last counts.
  case tagRepeated = "tag-repeated"
  /// A tag comes after one that it must precede.
  case tagMisplaced = "tag-misplaced"
  /// More of something than ``PlaylistLimits`` allows to keep.
  case limitReached = "limit-reached"
  /// Something in an attribute list is not `NAME=value`.
  case attributeMalformed = "attribute-malformed"
  /// An attribute comes twice in a tag; the first counts.
  case attributeRepeated = "attribute-repeated"
  /// A value has quotes where none belong, or the other way round; it counts.
  case attributeQuotes = "attribute-quotes"
  /// A tag lacks an attribute that it must have.
  case attributeMissing = "attribute-missing"
  /// The value of an attribute is not of its kind; it is not used.
  case attributeInvalid = "attribute-invalid"
  /// A quoted string has no end in its line.
  case quoteUnterminated = "quote-unterminated"
  /// A variable that nothing defines.
  case variableUndefined = "variable-undefined"
  /// A variable is defined twice; the first counts.
  case variableRepeated = "variable-repeated"
  /// EXT-X-VERSION is not a decimal integer.
  case versionInvalid = "version-invalid"
  /// A text is not a date and time.
  case dateInvalid = "date-invalid"
  /// A date and time without time zone; taken as UTC.
  case dateWithoutZone = "date-without-zone"
  /// There is no EXT-X-TARGETDURATION.
  case targetDurationMissing = "target-duration-missing"
  /// EXT-X-TARGETDURATION is not a decimal integer.
  case targetDurationInvalid = "target-duration-invalid"
  /// A media or discontinuity sequence is not a decimal integer; taken as 0.
  case sequenceInvalid = "sequence-invalid"
  /// EXT-X-PLAYLIST-TYPE is neither VOD nor EVENT.
  case playlistTypeInvalid = "playlist-type-invalid"
  /// A segment without EXTINF.
  case informationMissing = "extinf-missing"
  /// The duration of EXTINF is not a decimal number; taken as 0.
  case informationInvalid = "extinf-invalid"
  /// No URI follows EXTINF.
  case segmentURIMissing = "segment-uri-missing"
  /// A segment that, rounded, lasts longer than the target duration.
  case segmentTooLong = "segment-too-long"
  /// A playlist of type VOD ends without EXT-X-ENDLIST; it is taken as ended.
  case endMarkMissing = "endlist-missing"
  /// EXT-X-BITRATE is not a decimal integer.
  case bitrateInvalid = "bitrate-invalid"
  /// A byte range that is malformed, empty or too large.
  case byteRangeInvalid = "byterange-invalid"
  /// A byte range without offset that continues none; taken to start at 0.
  case byteRangeWithoutOffset = "byterange-without-offset"
  /// Attributes of EXT-X-DATERANGE contradict each other.
  case dateRangeInconsistent = "daterange-inconsistent"
  /// A delta update skips segments that were not read before.
  case skippedSegmentsUnknown = "skipped-segments-unknown"
  /// A URI in a multivariant playlist without EXT-X-STREAM-INF; it is not used.
  case variantTagMissing = "variant-tag-missing"
  /// No URI follows EXT-X-STREAM-INF; it is not used.
  case variantURIMissing = "variant-uri-missing"
  /// A rendition or session data with the same identity as one before.
  case entryRepeated = "entry-repeated"
  /// A variant names a group that no rendition has.
  case groupUndefined = "group-undefined"
  /// Attributes of EXT-X-MEDIA contradict each other.
  case renditionInconsistent = "rendition-inconsistent"
  /// EXT-X-SESSION-DATA with both or none of VALUE and URI.
  case sessionDataInconsistent = "session-data-inconsistent"

  /// The name in kebab case, such as `extinf-missing`. It does not change.
  public var description: String { rawValue }
}

/// Collects faults, up to a limit for each kind.
struct FaultLog {
  private(set) var faults: [PlaylistFault] = []
  /// How many were not kept.
  private(set) var omittedCount = 0
  private var counts: [PlaylistFaultKind: Int] = [:]
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a fault. The sentence is only made when the fault is kept.
  mutating func add(_ kind: PlaylistFaultKind, line: Int, _ message: @autoclosure () -> String) {
    guard counts[kind, default: 0] < limit else {
      omittedCount += 1
      return
    }
    counts[kind, default: 0] += 1
    faults.append(PlaylistFault(kind, line: line, message()))
  }
}
