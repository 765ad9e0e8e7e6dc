import NielsenTag
import TimedMetadata

/// A tag with the facts that rules need.
struct CheckedTag: Sendable {
  /// How a tag is counted.
  enum Kind: Sendable {
    /// A Nielsen tag with watermark detections.
    case data
    /// A Nielsen INFO tag, which describes the encoder.
    case info
    /// A tag of another owner.
    case other
    /// Bytes that cannot be parsed; their owner is unknown.
    case unreadable
  }

  let tag: TimedTag
  /// The stream of the tag.
  let stream: StreamKey
  /// How the tag is counted.
  let kind: Kind

  /// The spans of the input that could not be read, up to this tag.
  let unread: UnreadSpans

  /// The Nielsen payload; nil for other tags. It lacks the blob's fields once the stream is known
  /// not to follow the blob model.
  let nielsen: NielsenPayload?

  /// The owner of a non-Nielsen tag; nil for other kinds.
  let otherOwner: String?

  /// Whether the tag is a Nielsen tag.
  var isNielsen: Bool { nielsen != nil }
  /// Whether the tag is a Nielsen tag, or unreadable bytes that may be the rest of one.
  var isJudged: Bool { kind != .other }
  /// Whether rules about carriage and time judge the tag. They also judge tags of other owners on a
  /// PID that the PMT declares as ID3, because a player may stop at one.
  var isCarriageJudged: Bool {
    isJudged || tag.carriage == .tsPES && !has(.pmtUndeclared)
  }
  /// The place of the tag, for findings.
  var place: Place { Place(tag) }

  /// Whether the Nielsen payload is in the owner of a readable PRIV frame, where players and the
  /// SDK look for it.
  var hasNielsenOwner: Bool {
    tag.tag?.privateFrames.contains { $0.owner.hasPrefix(NielsenPayload.ownerPrefix) } ?? false
  }

  /// The blob of the payload, if the checksum is valid.
  var trustedBlob: WatermarkBlob? {
    guard let nielsen, nielsen.checksumValid == true else { return nil }
    return nielsen.watermark
  }

  /// Whether the reader attached this note to the tag.
  func has(_ rule: RuleID) -> Bool { tag.notes.contains { $0.rawValue == rule.rawValue } }

  init(
    _ tag: TimedTag,
    calibration: BlobCalibration = BlobCalibration(),
    unread: UnreadSpans = UnreadSpans()
  ) {
    self.tag = tag
    self.unread = unread
    stream = StreamKey(tag)
    nielsen = calibration.state == .refuted ? tag.nielsen?.withoutBlobModel() : tag.nielsen
    kind =
      switch nielsen?.kind {
      case .data: .data
      case .info: .info
      case nil: tag.tag == nil || tag.isCutNielsenTag ? .unreadable : .other
      }
    otherOwner = kind == .other ? tag.tag.map(OwnerTally.owner) : nil
  }
}

extension TimedTag {
  /// Whether the tag is a truncated Nielsen tag, or is cut before anything can be read.
  fileprivate var isCutNielsenTag: Bool {
    guard notes.contains(NoteID(rawValue: RuleID.tagTruncated.rawValue)), let tag else {
      return false
    }
    if case .priv(let owner, _)? = tag.truncatedFrame?.content {
      let prefix = NielsenPayload.ownerPrefix
      return owner.hasPrefix(prefix) || prefix.hasPrefix(owner)
    }
    return tag.frames.isEmpty && tag.truncatedFrame == nil
  }
}
