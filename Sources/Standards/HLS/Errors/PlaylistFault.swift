/// A violation of the specification, or an unusable value, in a playlist that was read nevertheless.
public struct PlaylistFault: Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public let kind: PlaylistFaultKind
  /// The line number, from 1.
  public let line: Int
  /// The fault, and in some messages how it was handled, without a full stop.
  public let message: String

  init(_ kind: PlaylistFaultKind, line: Int, _ message: String) {
    self.kind = kind
    self.line = line
    self.message = message
  }

  /// The line number and the message, as one line of text.
  public var description: String { "line \(line): \(message)" }
}

/// The kind of a ``PlaylistFault``.
///
/// New kinds may be added, so handle unknown kinds by their `rawValue`.
public enum PlaylistFaultKind: String, Sendable, CaseIterable, CustomStringConvertible {
  /// `#EXTM3U` is missing, or another playlist tag precedes it.
  case headerMissing = "header-missing"
  /// `#EXTM3U` is not in the first line.
  case headerNotFirst = "header-not-first"
  /// A line is not valid UTF-8; U+FFFD replaces undecodable bytes.
  case invalidUTF8 = "utf8-invalid"
  /// A line starts with white space.
  case lineIndented = "line-indented"
  /// A media playlist has a tag of multivariant playlists, or the reverse; the tag is ignored.
  case mixedTags = "tags-mixed"
  /// A tag that may occur only once is repeated.
  case tagRepeated = "tag-repeated"
  /// A tag that must precede the first segment follows it.
  case tagMisplaced = "tag-misplaced"
  /// The playlist exceeds one of the ``PlaylistLimits``; the excess is dropped.
  case limitReached = "limit-reached"
  /// A part of an attribute list is not `NAME=value`.
  case attributeMalformed = "attribute-malformed"
  /// A tag has an attribute more than once; the first is used.
  case attributeRepeated = "attribute-repeated"
  /// A value has quotes where none are allowed, or lacks required quotes; the value is used.
  case attributeQuotes = "attribute-quotes"
  /// A tag lacks a required attribute, or its value is empty.
  case attributeMissing = "attribute-missing"
  /// The value of an attribute is not valid.
  case attributeInvalid = "attribute-invalid"
  /// A quoted string does not end on its line.
  case quoteUnterminated = "quote-unterminated"
  /// A variable is not defined, or EXT-X-DEFINE imports a value that does not exist.
  case variableUndefined = "variable-undefined"
  /// A variable is defined twice; the first definition is used.
  case variableRepeated = "variable-repeated"
  /// EXT-X-VERSION is not a decimal integer or is too large.
  case versionInvalid = "version-invalid"
  /// A value is not an ISO 8601 date and time.
  case dateInvalid = "date-invalid"
  /// A date and time has no time zone; it is read as UTC.
  case dateWithoutZone = "date-without-zone"
  /// EXT-X-TARGETDURATION is missing.
  case targetDurationMissing = "target-duration-missing"
  /// EXT-X-TARGETDURATION is not a decimal integer or is too large; a decimal fraction is rounded up.
  case targetDurationInvalid = "target-duration-invalid"
  /// A media or discontinuity sequence is not a decimal integer or is too large; it is read as 0.
  case sequenceInvalid = "sequence-invalid"
  /// EXT-X-PLAYLIST-TYPE is neither VOD nor EVENT.
  case playlistTypeInvalid = "playlist-type-invalid"
  /// A segment has no EXTINF.
  case informationMissing = "extinf-missing"
  /// The duration of EXTINF is not a decimal number, is negative or is too large; it is read as 0.
  case informationInvalid = "extinf-invalid"
  /// No URI follows EXTINF.
  case segmentURIMissing = "segment-uri-missing"
  /// The rounded duration of a segment exceeds the target duration.
  case segmentTooLong = "segment-too-long"
  /// A playlist of type VOD has no EXT-X-ENDLIST; it is treated as ended.
  case endMarkMissing = "endlist-missing"
  /// EXT-X-BITRATE is not a decimal integer or is too large.
  case bitrateInvalid = "bitrate-invalid"
  /// A byte range is malformed, empty or too large.
  case byteRangeInvalid = "byterange-invalid"
  /// A byte range without offset does not continue another range; it is read from offset 0.
  case byteRangeWithoutOffset = "byterange-without-offset"
  /// EXT-X-DATERANGE lacks a tag or attribute that it needs, or contradicts itself or an earlier tag with its ID.
  case dateRangeInconsistent = "daterange-inconsistent"
  /// A delta update skips segments that the previous playlist does not have.
  case skippedSegmentsUnknown = "skipped-segments-unknown"
  /// A URI in a multivariant playlist has no EXT-X-STREAM-INF; it is ignored.
  case variantTagMissing = "variant-tag-missing"
  /// No URI follows EXT-X-STREAM-INF, which is ignored.
  case variantURIMissing = "variant-uri-missing"
  /// A rendition or session data has the same identity as an earlier one.
  case entryRepeated = "entry-repeated"
  /// A variant names a group without renditions.
  case groupUndefined = "group-undefined"
  /// Attributes of EXT-X-MEDIA contradict each other.
  case renditionInconsistent = "rendition-inconsistent"
  /// EXT-X-SESSION-DATA has both VALUE and URI, or neither.
  case sessionDataInconsistent = "session-data-inconsistent"

  /// The name in kebab case, such as `extinf-missing`. It does not change.
  public var description: String { rawValue }
}

/// Collects faults, up to a limit for each kind.
struct FaultLog {
  private(set) var faults: [PlaylistFault] = []
  private(set) var omittedCount = 0
  private var counts: [PlaylistFaultKind: Int] = [:]
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a fault. The message is evaluated only when the fault is kept.
  mutating func add(_ kind: PlaylistFaultKind, line: Int, _ message: @autoclosure () -> String) {
    guard counts[kind, default: 0] < limit else {
      omittedCount += 1
      return
    }
    counts[kind, default: 0] += 1
    faults.append(PlaylistFault(kind, line: line, message()))
  }
}
