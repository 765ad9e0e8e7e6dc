import ID3
import NielsenTag
import TimedMetadata

/// Judges whether a player drops a tag because of the tag's bytes, in any carriage.
extension PlayerJudge.StreamState {
  /// The first bytes by which GPAC recognizes a tag: the tag header, the frame header and the start of the owner.
  private static let canonicalStart =
    TagEnvelope.header + Array(NielsenPayload.ownerPrefix.utf8)

  /// Returns the reason if a behaviour makes the player miss a tag because of the tag's bytes; nil if it does not.
  mutating func frameReason(
    _ behaviour: PlayerBehaviour,
    _ tag: CheckedTag,
    _ frames: ScannedFrames?
  ) -> PlayerJudge.Reason? {
    let parsed = tag.tag.tag
    switch behaviour {
    case .readsFrames, .passesBytesOn:
      if tag.has(.strippedHeader) { return MissedFor.strippedHeader }
      return tag.has(.tagTruncated) && !tag.hasReadableOwner ? MissedFor.truncated : nil
    case .scansFrames:
      guard tag.isJudged, let frames else { return nil }
      let isMissed = !frames.isFoundInWhole || tag.has(.strippedHeader)
      return isMissed ? tag.missedByScan : nil
    case .joinsNoPES:
      guard let frames, frames.isFoundInWhole, frames.owner == nil else { return nil }
      return MissedFor.split
    case .requiresWholeTag: return tag.has(.tagTruncated) ? MissedFor.truncated : nil
    case .requiresWholeTagInPES:
      return tag.isInTransportStream && tag.has(.tagTruncated) ? MissedFor.truncated : nil
    case .dropsFooters: return parsed?.hasFooter == true ? "ID3 footer" : nil
    case .damagesOpenOwner:
      let isLengthened = frames?.isOwnerLengthened ?? tag.isOwnerLengthened
      return isLengthened ? MissedFor.openOwner : nil
    case .dropsOpenOwner: return frames?.owner?.isOpen == true ? MissedFor.openOwner : nil
    case .losesSegmentAtOpenOwner:
      let isOpen = frames?.hasOpenOwner == true && !tag.isAfterOtherBytes
      return loss(at: tag, isOpen: isOpen)
    case .stopsAtInvalidText: return failure(at: tag)
    case .requiresCanonicalStart:
      return tag.tag.bytes.starts(with: Self.canonicalStart) && !tag.has(.strippedHeader)
        ? nil : "first \(Self.canonicalStart.count) bytes differ from those of a Nielsen tag"
    default: return nil
    }
  }

  /// Returns why a tag is lost: its owner, or the owner of an earlier tag in the segment, is unterminated.
  private mutating func loss(at tag: CheckedTag, isOpen: Bool) -> PlayerJudge.Reason? {
    if isLost {
      return "after a tag with an unterminated PRIV owner, until the end of the segment"
    }
    isLost = isOpen
    return isOpen ? MissedFor.openOwner : nil
  }

  /// Returns why a tag is lost: the tag, or an earlier tag in the segment, has invalid UTF-8. In a transport stream,
  /// playback stops only at the end of the segment, and only if no other tag follows in it.
  private mutating func failure(at tag: CheckedTag) -> PlayerJudge.Reason? {
    if isLost || failsAtEnd {
      (isLost, failsAtEnd) = (true, false)
      return "after \(MissedFor.invalidText), until the end of the segment"
    }
    guard tag.hasInvalidUTF8 else { return nil }
    if tag.isInTransportStream { failsAtEnd = true } else { stop(for: MissedFor.invalidText) }
    return MissedFor.invalidText
  }
}

extension CheckedTag {
  /// Whether the whole owner of Nielsen's PRIV frame can be read, even if the tag is cut.
  var hasReadableOwner: Bool {
    if hasNielsenOwner { return true }
    guard case .priv(let owner, _)? = tag.tag?.truncatedFrame?.content else { return false }
    return owner.hasPrefix(NielsenPayload.ownerPrefix) && !hasCutOwner
  }

  /// Whether an unterminated Nielsen owner includes the data after it.
  fileprivate var isOwnerLengthened: Bool {
    guard let parsed = tag.tag, parsed.issues.contains(.privWithoutTerminator) else { return false }
    return parsed.privateFrames.contains { frame in
      frame.owner.hasPrefix(NielsenPayload.ownerPrefix) && frame.data.isEmpty
        && frame.owner.unicodeScalars.count > NielsenPayload.byteCount
    }
  }

  /// Whether the tag ends within the owner of its first frame.
  private var hasCutOwner: Bool {
    guard let parsed = tag.tag, parsed.frames.isEmpty, parsed.truncatedFrame?.id == "PRIV" else {
      return false
    }
    return !tag.bytes.dropFirst(Self.ownerStart).contains(0)
  }

  /// The number of bytes before the owner of the first frame: the tag header and the frame header.
  private static let ownerStart = 20

  /// The reason why a scan does not find the owner in the bytes of the tag.
  fileprivate var missedByScan: PlayerJudge.Reason {
    if has(.strippedHeader) { return MissedFor.strippedHeader }
    if tag.tag?.extendedHeader != nil { return "ID3 extended header" }
    if has(.tagTruncated) { return MissedFor.truncated }
    guard hasNielsenOwner, let parsed = tag.tag else { return MissedFor.noOwner }
    let isPlain = parsed.version.major == 3 || parsed.issues.contains(.plainFrameSizes)
    let hasFields = parsed.frames.contains {
      $0.id == "PRIV" && ($0.groupID != nil || $0.flags.contains(.dataLengthIndicator))
    }
    if hasFields { return "group or data length before the owner of a PRIV frame" }
    return isPlain ? "ID3v2.3 with a frame of 128 bytes or more" : MissedFor.noOwner
  }

  /// Whether the tag has invalid text and a frame that declares UTF-8.
  fileprivate var hasInvalidUTF8: Bool {
    guard let parsed = tag.tag, parsed.issues.contains(.invalidText) else { return false }
    return parsed.frames.contains { frame in
      switch frame.content {
      case .text(.utf8, _), .userText(.utf8, _, _), .userURL(.utf8, _, _): true
      default: false
      }
    }
  }
}
