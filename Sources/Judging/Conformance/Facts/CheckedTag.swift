import NielsenTag
import TimedMetadata

/// A tag with derived facts that rules need.
struct CheckedTag: Sendable {
  /// The kind under which a tag is counted.
  enum Kind: Sendable {
    /// A Nielsen tag with watermark detections.
    case data
    /// A Nielsen INFO tag, which describes the encoder.
    case info
    case other
    /// Bytes that cannot be parsed, or a truncated tag that may be a Nielsen tag.
    case unreadable
  }

  let tag: TimedTag
  let stream: StreamKey
  let kind: Kind

  /// The spans of the input that could not be read, up to this tag.
  let unread: UnreadSpans

  /// The Nielsen payload, without the fields of the blob if the input's tags do not follow the blob model. Nil if the
  /// tag is not a Nielsen tag.
  let nielsen: NielsenPayload?

  /// The owner of a non-Nielsen tag; nil for other kinds.
  let otherOwner: String?

  var isNielsen: Bool { nielsen != nil }
  /// Whether the tag is a Nielsen tag, or unreadable bytes that may come from one.
  var isJudged: Bool { kind != .other }
  /// Whether rules about carriage and time judge the tag. Non-Nielsen tags on a PID that the PMT
  /// declares as ID3 are judged too, because a player may stop at such a tag.
  var isCarriageJudged: Bool {
    isJudged || tag.carriage == .tsPES && !has(.pmtUndeclared)
  }
  var place: Place { Place(tag) }

  /// Whether the Nielsen payload is in the owner of a readable PRIV frame, where players and the SDK look for it.
  var hasNielsenOwner: Bool {
    tag.tag?.privateFrames.contains { $0.owner.hasPrefix(NielsenPayload.ownerPrefix) } ?? false
  }

  /// The blob of the payload; nil unless its checksum is valid.
  var trustedBlob: WatermarkBlob? {
    guard let nielsen, nielsen.checksumValid == true else { return nil }
    return nielsen.watermark
  }

  /// Whether the reader attached a note with the name of this rule to the tag.
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
  /// Whether the tag is truncated and may be a Nielsen tag: it has a Nielsen owner, or ends before or within the owner.
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
