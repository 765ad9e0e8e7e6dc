/// Something in a playlist that violates the specification or cannot be used. Reading continues as in players.
public struct PlaylistFault: Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public let kind: PlaylistFaultKind
  /// The line, from 1.
  public let line: Int
  /// The fault and how it was handled, in one sentence without a full stop.
  public let message: String

  init(_ kind: PlaylistFaultKind, line: Int, _ message: String) {
    self.kind = kind
    self.line = line
    self.message = message
  }

  /// The line and the message in one line.
  public var description: String { "line \(line): \(message)" }
}

/// The kind of a ``PlaylistFault``.
///
/// New kinds may be added: compare with the known ones, and print ``name`` for the others.
public struct PlaylistFaultKind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
  private enum Kind: String, CaseIterable {
    case headerMissing = "header-missing"
    case headerNotFirst = "header-not-first"
    case invalidUTF8 = "utf8-invalid"
    case lineIndented = "line-indented"
    case mixedTags = "tags-mixed"
    case tagRepeated = "tag-repeated"
    case tagMisplaced = "tag-misplaced"
    case limitReached = "limit-reached"
    case attributeMalformed = "attribute-malformed"
    case attributeRepeated = "attribute-repeated"
    case attributeQuotes = "attribute-quotes"
    case attributeMissing = "attribute-missing"
    case attributeInvalid = "attribute-invalid"
    case quoteUnterminated = "quote-unterminated"
    case variableUndefined = "variable-undefined"
    case variableRepeated = "variable-repeated"
    case versionInvalid = "version-invalid"
    case dateInvalid = "date-invalid"
    case dateWithoutZone = "date-without-zone"
    case targetDurationMissing = "target-duration-missing"
    case targetDurationInvalid = "target-duration-invalid"
    case sequenceInvalid = "sequence-invalid"
    case playlistTypeInvalid = "playlist-type-invalid"
    case informationMissing = "extinf-missing"
    case informationInvalid = "extinf-invalid"
    case segmentURIMissing = "segment-uri-missing"
    case segmentTooLong = "segment-too-long"
    case endMarkMissing = "endlist-missing"
    case bitrateInvalid = "bitrate-invalid"
    case byteRangeInvalid = "byterange-invalid"
    case byteRangeWithoutOffset = "byterange-without-offset"
    case dateRangeInconsistent = "daterange-inconsistent"
    case skippedSegmentsUnknown = "skipped-segments-unknown"
    case variantTagMissing = "variant-tag-missing"
    case variantURIMissing = "variant-uri-missing"
    case entryRepeated = "entry-repeated"
    case groupUndefined = "group-undefined"
    case renditionInconsistent = "rendition-inconsistent"
    case sessionDataInconsistent = "session-data-inconsistent"
  }

  private let kind: Kind

  /// All known kinds.
  public static var allCases: [PlaylistFaultKind] {
    Kind.allCases.map { PlaylistFaultKind(kind: $0) }
  }

  /// The name in kebab case, such as `extinf-missing`. It is stable.
  public var name: String { kind.rawValue }

  /// The name.
  public var description: String { name }

  /// There is no `#EXTM3U`.
  public static let headerMissing = PlaylistFaultKind(kind: .headerMissing)
  /// `#EXTM3U` is not in the first line.
  public static let headerNotFirst = PlaylistFaultKind(kind: .headerNotFirst)
  /// A line is not valid UTF-8; U+FFFD replaces what could not be decoded.
  public static let invalidUTF8 = PlaylistFaultKind(kind: .invalidUTF8)
  /// A line starts with white space.
  public static let lineIndented = PlaylistFaultKind(kind: .lineIndented)
  /// A tag belongs to the other kind of playlist; it is ignored.
  public static let mixedTags = PlaylistFaultKind(kind: .mixedTags)
  /// A tag that may occur once is repeated; the last one is used.
  public static let tagRepeated = PlaylistFaultKind(kind: .tagRepeated)
  /// A tag follows one that it must precede.
  public static let tagMisplaced = PlaylistFaultKind(kind: .tagMisplaced)
  /// The playlist has more of something than ``PlaylistLimits`` allows.
  public static let limitReached = PlaylistFaultKind(kind: .limitReached)
  /// A part of an attribute list is not `NAME=value`.
  public static let attributeMalformed = PlaylistFaultKind(kind: .attributeMalformed)
  /// A tag has an attribute twice; the first is used.
  public static let attributeRepeated = PlaylistFaultKind(kind: .attributeRepeated)
  /// A value is quoted that should not be, or the other way round; it is used.
  public static let attributeQuotes = PlaylistFaultKind(kind: .attributeQuotes)
  /// A tag lacks a required attribute.
  public static let attributeMissing = PlaylistFaultKind(kind: .attributeMissing)
  /// The value of an attribute does not have the right type; it is ignored.
  public static let attributeInvalid = PlaylistFaultKind(kind: .attributeInvalid)
  /// A quoted string does not end on its line.
  public static let quoteUnterminated = PlaylistFaultKind(kind: .quoteUnterminated)
  /// A variable is not defined.
  public static let variableUndefined = PlaylistFaultKind(kind: .variableUndefined)
  /// A variable is defined twice; the first definition is used.
  public static let variableRepeated = PlaylistFaultKind(kind: .variableRepeated)
  /// EXT-X-VERSION is not a decimal integer.
  public static let versionInvalid = PlaylistFaultKind(kind: .versionInvalid)
  /// A text is not a date and time.
  public static let dateInvalid = PlaylistFaultKind(kind: .dateInvalid)
  /// A date and time has no time zone; it is read as UTC.
  public static let dateWithoutZone = PlaylistFaultKind(kind: .dateWithoutZone)
  /// There is no EXT-X-TARGETDURATION.
  public static let targetDurationMissing = PlaylistFaultKind(kind: .targetDurationMissing)
  /// EXT-X-TARGETDURATION is not a decimal integer.
  public static let targetDurationInvalid = PlaylistFaultKind(kind: .targetDurationInvalid)
  /// A media or discontinuity sequence is not a decimal integer; it is read as 0.
  public static let sequenceInvalid = PlaylistFaultKind(kind: .sequenceInvalid)
  /// EXT-X-PLAYLIST-TYPE is neither VOD nor EVENT.
  public static let playlistTypeInvalid = PlaylistFaultKind(kind: .playlistTypeInvalid)
  /// A segment has no EXTINF.
  public static let informationMissing = PlaylistFaultKind(kind: .informationMissing)
  /// The duration of EXTINF is not a decimal number; it is read as 0.
  public static let informationInvalid = PlaylistFaultKind(kind: .informationInvalid)
  /// No URI follows EXTINF.
  public static let segmentURIMissing = PlaylistFaultKind(kind: .segmentURIMissing)
  /// The rounded duration of a segment exceeds the target duration.
  public static let segmentTooLong = PlaylistFaultKind(kind: .segmentTooLong)
  /// A playlist of type VOD has no EXT-X-ENDLIST; it is treated as ended.
  public static let endMarkMissing = PlaylistFaultKind(kind: .endMarkMissing)
  /// EXT-X-BITRATE is not a decimal integer.
  public static let bitrateInvalid = PlaylistFaultKind(kind: .bitrateInvalid)
  /// A byte range is malformed, empty or too large.
  public static let byteRangeInvalid = PlaylistFaultKind(kind: .byteRangeInvalid)
  /// A byte range without offset does not continue another; it is read from offset 0.
  public static let byteRangeWithoutOffset = PlaylistFaultKind(kind: .byteRangeWithoutOffset)
  /// Attributes of EXT-X-DATERANGE contradict each other.
  public static let dateRangeInconsistent = PlaylistFaultKind(kind: .dateRangeInconsistent)
  /// A delta update skips segments that were never read.
  public static let skippedSegmentsUnknown = PlaylistFaultKind(kind: .skippedSegmentsUnknown)
  /// A URI in a multivariant playlist has no EXT-X-STREAM-INF; it is ignored.
  public static let variantTagMissing = PlaylistFaultKind(kind: .variantTagMissing)
  /// No URI follows EXT-X-STREAM-INF, which is ignored.
  public static let variantURIMissing = PlaylistFaultKind(kind: .variantURIMissing)
  /// A rendition or session data has the same identity as an earlier one.
  public static let entryRepeated = PlaylistFaultKind(kind: .entryRepeated)
  /// A variant names a group without renditions.
  public static let groupUndefined = PlaylistFaultKind(kind: .groupUndefined)
  /// Attributes of EXT-X-MEDIA contradict each other.
  public static let renditionInconsistent = PlaylistFaultKind(kind: .renditionInconsistent)
  /// EXT-X-SESSION-DATA has both VALUE and URI, or neither.
  public static let sessionDataInconsistent = PlaylistFaultKind(kind: .sessionDataInconsistent)
}

/// Collects faults, up to a limit for each kind.
struct FaultLog {
  private(set) var faults: [PlaylistFault] = []
  /// The number of faults that were not kept.
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
