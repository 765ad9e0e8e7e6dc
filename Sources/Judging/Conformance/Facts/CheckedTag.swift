import NielsenTag
import TimedMetadata

/// A tag as the rules see it.
struct CheckedTag: Sendable {
  /// The kind under which a tag is counted.
  enum Kind: Sendable {
    /// A Nielsen tag with watermark detections.
    case data
    /// A Nielsen tag about the encoder.
    case info
    /// A tag of another owner.
    case other
    /// Bytes that do not parse; their owner is not known.
    case unreadable
  }

  let tag: TimedTag
  /// The stream it belongs to.
  let stream: StreamKey
  /// The kind under which it is counted.
  let kind: Kind

  /// The spans of the input that could not be read so far.
  let unread: UnreadSpans

  /// Its payload, when it is a Nielsen tag. Without the fields of the blob once the stream is known
  /// not to follow the blob model.
  let nielsen: NielsenPayload?

  /// The owner of a tag of another owner; nil for other kinds.
  let otherOwner: String?

  /// Whether it is a Nielsen tag.
  var isNielsen: Bool { nielsen != nil }
  /// Whether it is a Nielsen tag, or what may be the ruins of one.
  var isJudged: Bool { kind != .other }
  /// Whether rules about carriage and time judge it: also one of another owner on a PID that the PMT declares
  /// as ID3, since a player may stop at it.
  var isCarriageJudged: Bool {
    isJudged || tag.carriage == .tsPES && !has(.pmtUndeclared)
  }
  /// Its place.
  var place: Place { Place(tag) }

  /// Whether the payload is the owner of a PRIV frame that can be read: where players and an SDK look for
  /// it.
  var hasNielsenOwner: Bool {
    tag.tag?.privateFrames.contains { $0.owner.hasPrefix(NielsenPayload.ownerPrefix) } ?? false
  }

  /// The blob of its payload, when the checksum confirms it.
  var trustedBlob: WatermarkBlob? {
    guard let nielsen, nielsen.checksumValid == true else { return nil }
    return nielsen.watermark
  }

  /// Whether the reader noted this about it.
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
  /// Whether it is the start of a Nielsen tag, or of one that nothing can be read of.
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
