import ID3
import NielsenTag
import TimedMetadata

/// How players read the bytes of a tag, in every carriage.
extension PlayerJudge.StreamState {
  /// The first bytes by which GPAC recognizes a tag: its header, that of the frame, and the start of the owner.
  private static let canonicalStart =
    TagEnvelope.header + Array(NielsenPayload.ownerPrefix.utf8)
  /// Frames of at least this many bytes have another size when it is read as a synchsafe integer.
  private static let leastDiffering = 128

  /// Why a player with a behaviour misses a tag by its bytes; nil: it shows it.
  mutating func frameReason(
    _ behaviour: PlayerBehaviour,
    _ tag: CheckedTag
  ) -> PlayerJudge.Reason? {
    let parsed = tag.tag.tag
    switch behaviour {
    case .readsFrames, .passesBytesOn:
      if tag.has(.strippedHeader) { return MissedFor.strippedHeader }
      return tag.has(.tagTruncated) && !tag.hasReadableOwner ? MissedFor.truncated : nil
    case .requiresWholeTag: return tag.has(.tagTruncated) ? MissedFor.truncated : nil
    case .readsSynchsafeSizes:
      guard let parsed, parsed.version.major == 3, tag.tag.bytes.count >= Self.leastDiffering + 20
      else { return nil }
      return "ID3v2.3 with a frame of 128 bytes or more"
    case .ignoresExtendedHeader:
      return parsed?.extendedHeader == nil ? nil : "ID3 extended header"
    case .dropsFooters: return parsed?.hasFooter == true ? "ID3 footer" : nil
    case .damagesOpenOwner: return tag.hasOpenOwner ? MissedFor.openOwner : nil
    case .losesSegmentAtOpenOwner: return loss(at: tag)
    case .requiresCanonicalStart:
      return tag.tag.bytes.starts(with: Self.canonicalStart) && !tag.has(.strippedHeader)
        ? nil : "first \(Self.canonicalStart.count) bytes not the canonical ones"
    default: return nil
    }
  }

  /// Why a tag is lost at, or after, an open owner of its segment.
  private mutating func loss(at tag: CheckedTag) -> PlayerJudge.Reason? {
    let segment = PlayerJudge.LostSegment(uri: tag.tag.segment, sequence: tag.tag.mediaSequence)
    if lostSegment == segment { return "after one with an open owner, to the end of the segment" }
    lostSegment = nil
    guard tag.hasOpenOwner else { return nil }
    lostSegment = segment
    return MissedFor.openOwner
  }
}

extension CheckedTag {
  /// Whether a player that reads each PES for itself finds a PRIV frame whose owner has no zero byte.
  var hasOpenOwner: Bool {
    guard !has(.strippedHeader), !isAfterOtherBytes, let parsed = tag.tag else { return false }
    if parsed.issues.contains(.privWithoutTerminator) || hasCutOwner { return true }
    guard let facts = tag.transport, facts.pesCount > 1, let count = facts.bytesInFirstPES,
      count > Self.ownerStart, parsed.frames.first?.id == "PRIV"
    else { return false }
    return !tag.bytes.prefix(count).dropFirst(Self.ownerStart).contains(0)
  }

  /// Whether a player that takes what came of a cut tag finds the whole owner of Nielsen's PRIV frame.
  var hasReadableOwner: Bool {
    if hasNielsenOwner { return true }
    guard case .priv(let owner, _)? = tag.tag?.truncatedFrame?.content else { return false }
    return owner.hasPrefix(NielsenPayload.ownerPrefix) && !hasCutOwner
  }

  /// Whether the tag ends within the owner of its first frame.
  private var hasCutOwner: Bool {
    guard let parsed = tag.tag, parsed.frames.isEmpty, parsed.truncatedFrame?.id == "PRIV" else {
      return false
    }
    return !tag.bytes.dropFirst(Self.ownerStart).contains(0)
  }

  /// Bytes before the owner of the first frame: those of the headers of tag and frame.
  private static let ownerStart = 20
}
