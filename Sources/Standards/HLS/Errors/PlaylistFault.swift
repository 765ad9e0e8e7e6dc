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
///
/// More kinds may be added: compare with the members, and print ``name`` for the others.
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

  /// All kinds.
  public static var allCases: [PlaylistFaultKind] {
    Kind.allCases.map { PlaylistFaultKind(kind: $0) }
  }

  /// The name in kebab case, such as `extinf-missing`. It does not change.
  public var name: String { kind.rawValue }

  /// The name.
  public var description: String { name }

  /// No `#EXTM3U` at all.
  public static let headerMissing = PlaylistFaultKind(kind: .headerMissing)
  /// `#EXTM3U` is not in the first line.
  public static let headerNotFirst = PlaylistFaultKind(kind: .headerNotFirst)
  /// A line is not valid UTF-8; U+FFFD represents what could not be read.
  public static let invalidUTF8 = PlaylistFaultKind(kind: .invalidUTF8)
  /// White space before a line.
  public static let lineIndented = PlaylistFaultKind(kind: .lineIndented)
  /// A tag of the other kind of playlist; it is not used.
  public static let mixedTags = PlaylistFaultKind(kind: .mixedTags)
  /// A tag that may occur once is repeated; the last counts.
  public static let tagRepeated = PlaylistFaultKind(kind: .tagRepeated)
  /// A tag comes after one that it must precede.
  public static let tagMisplaced = PlaylistFaultKind(kind: .tagMisplaced)
  /// More of something than ``PlaylistLimits`` allows to keep.
  public static let limitReached = PlaylistFaultKind(kind: .limitReached)
  /// Something in an attribute list is not `NAME=value`.
  public static let attributeMalformed = PlaylistFaultKind(kind: .attributeMalformed)
  /// An attribute comes twice in a tag; the first counts.
  public static let attributeRepeated = PlaylistFaultKind(kind: .attributeRepeated)
  /// A value has quotes where none belong, or the other way round; it counts.
  public static let attributeQuotes = PlaylistFaultKind(kind: .attributeQuotes)
  /// A tag lacks an attribute that it must have.
  public static let attributeMissing = PlaylistFaultKind(kind: .attributeMissing)
  /// The value of an attribute is not of its kind; it is not used.
  public static let attributeInvalid = PlaylistFaultKind(kind: .attributeInvalid)
  /// A quoted string has no end in its line.
  public static let quoteUnterminated = PlaylistFaultKind(kind: .quoteUnterminated)
  /// A variable that nothing defines.
  public static let variableUndefined = PlaylistFaultKind(kind: .variableUndefined)
  /// A variable is defined twice; the first counts.
  public static let variableRepeated = PlaylistFaultKind(kind: .variableRepeated)
  /// EXT-X-VERSION is not a decimal integer.
  public static let versionInvalid = PlaylistFaultKind(kind: .versionInvalid)
  /// A text is not a date and time.
  public static let dateInvalid = PlaylistFaultKind(kind: .dateInvalid)
  /// A date and time without time zone; taken as UTC.
  public static let dateWithoutZone = PlaylistFaultKind(kind: .dateWithoutZone)
  /// There is no EXT-X-TARGETDURATION.
  public static let targetDurationMissing = PlaylistFaultKind(kind: .targetDurationMissing)
  /// EXT-X-TARGETDURATION is not a decimal integer.
  public static let targetDurationInvalid = PlaylistFaultKind(kind: .targetDurationInvalid)
  /// A media or discontinuity sequence is not a decimal integer; taken as 0.
  public static let sequenceInvalid = PlaylistFaultKind(kind: .sequenceInvalid)
  /// EXT-X-PLAYLIST-TYPE is neither VOD nor EVENT.
  public static let playlistTypeInvalid = PlaylistFaultKind(kind: .playlistTypeInvalid)
  /// A segment without EXTINF.
  public static let informationMissing = PlaylistFaultKind(kind: .informationMissing)
  /// The duration of EXTINF is not a decimal number; taken as 0.
  public static let informationInvalid = PlaylistFaultKind(kind: .informationInvalid)
  /// No URI follows EXTINF.
  public static let segmentURIMissing = PlaylistFaultKind(kind: .segmentURIMissing)
  /// A segment that, rounded, lasts longer than the target duration.
  public static let segmentTooLong = PlaylistFaultKind(kind: .segmentTooLong)
  /// A playlist of type VOD ends without EXT-X-ENDLIST; it is taken as ended.
  public static let endMarkMissing = PlaylistFaultKind(kind: .endMarkMissing)
  /// EXT-X-BITRATE is not a decimal integer.
  public static let bitrateInvalid = PlaylistFaultKind(kind: .bitrateInvalid)
  /// A byte range that is malformed, empty or too large.
  public static let byteRangeInvalid = PlaylistFaultKind(kind: .byteRangeInvalid)
  /// A byte range without offset that continues none; taken to start at 0.
  public static let byteRangeWithoutOffset = PlaylistFaultKind(kind: .byteRangeWithoutOffset)
  /// Attributes of EXT-X-DATERANGE contradict each other.
  public static let dateRangeInconsistent = PlaylistFaultKind(kind: .dateRangeInconsistent)
  /// A delta update skips segments that were not read before.
  public static let skippedSegmentsUnknown = PlaylistFaultKind(kind: .skippedSegmentsUnknown)
  /// A URI in a multivariant playlist without EXT-X-STREAM-INF; it is not used.
  public static let variantTagMissing = PlaylistFaultKind(kind: .variantTagMissing)
  /// No URI follows EXT-X-STREAM-INF; it is not used.
  public static let variantURIMissing = PlaylistFaultKind(kind: .variantURIMissing)
  /// A rendition or session data with the same identity as one before.
  public static let entryRepeated = PlaylistFaultKind(kind: .entryRepeated)
  /// A variant names a group that no rendition has.
  public static let groupUndefined = PlaylistFaultKind(kind: .groupUndefined)
  /// Attributes of EXT-X-MEDIA contradict each other.
  public static let renditionInconsistent = PlaylistFaultKind(kind: .renditionInconsistent)
  /// EXT-X-SESSION-DATA with both or none of VALUE and URI.
  public static let sessionDataInconsistent = PlaylistFaultKind(kind: .sessionDataInconsistent)
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
