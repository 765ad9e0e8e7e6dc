import ID3
import TimedMetadata
import TransportStream

/// How players handle tags in PES packets.
extension PlayerJudge.StreamState {
  /// Returns the reason if a behaviour makes the player miss a tag in a transport stream; nil if it does not.
  mutating func reason(
    _ behaviour: PlayerBehaviour,
    _ tag: CheckedTag
  ) -> PlayerJudge.Reason? {
    guard let transport = tag.tag.transport else {
      return packetReason(behaviour, tag, TransportFacts())
    }
    return tableReason(behaviour, transport.multiplex, tag)
      ?? packetReason(behaviour, tag, transport)
  }

  private mutating func tableReason(
    _ behaviour: PlayerBehaviour,
    _ facts: MultiplexFacts,
    _ tag: CheckedTag
  ) -> PlayerJudge.Reason? {
    switch behaviour {
    case .readsFirstAssociation:
      if facts.followsNetworkEntry { return "PAT begins with the network entry" }
      return (facts.programIndex ?? 0) > 0 ? "not in the first program of the PAT" : nil
    case .readsFirstProgramWithID3:
      return facts.followsOtherProgram ? "not in the first program with ID3" : nil
    case .readsMapOfOnePacket: return facts.isMapLong ? "PMT longer than one packet" : nil
    case .requiresMapChecksum: return facts.isMapDamaged ? "wrong CRC of the PMT" : nil
    case .readsFirstPID:
      return tag.isAfterOtherPID ? MissedFor.secondPID : nil
    case .readsLowestPID: return facts.isAfterLowerPID ? "not the lowest ID3 PID" : nil
    case .keepsFirstPID: return facts.hasMoved ? "PID changed" : nil
    case .stopsAtType(let type):
      guard facts.typesBefore.contains(type) else { return nil }
      return "PMT names stream_type 0x\(Words.hex(type)) before the ID3 PID"
    case .readsNextMap:
      return facts.isMovedByNextMap ? "\(MissedFor.nextMap) names another PID" : nil
    case .stopsAtNextMap:
      if facts.hasNextMap { stop(for: MissedFor.nextMap) }
      return nil
    case .skipsFirstStuffedTables:
      return facts.isMapSkipped ? "pointer_field of the first PAT and PMT not 0" : nil
    case .requiresAudio:
      return tag.tag.transport?.audioPTS == nil ? "no audio in the program" : nil
    case .requiresPlainPackets, .requiresPlainPacketsOutsideHLS:
      let reads = behaviour == .requiresPlainPacketsOutsideHLS && tag.isInHLS
      return facts.packetSize == TransportPacket.byteCount || reads
        ? nil : "\(facts.packetSize)-byte packets"
    case .keepsStride:
      // Another packet size is reported as a separate reason.
      return facts.isOutOfStride && facts.packetSize == TransportPacket.byteCount
        ? "after a loss of sync, until the end of the segment" : nil
    case .stopsAfterSkipping(let limit):
      return facts.longestSkip > limit ? "over \(limit) bytes without packets: playback stops" : nil
    case .requiresHeaderInOnePacket:
      let isCut = facts.firstPacketBytes.map { (1..<10).contains($0) } ?? false
      return isCut ? "tag header split over two packets" : nil
    default: return nil
    }
  }

  private mutating func packetReason(
    _ behaviour: PlayerBehaviour,
    _ tag: CheckedTag,
    _ facts: TransportFacts
  ) -> PlayerJudge.Reason? {
    switch behaviour {
    case .requiresDeclaration(let keepsPackets):
      guard tag.isUndeclared else { return nil }
      return keepsPackets && facts.multiplex.isDeclaredLater ? nil : MissedFor.undeclared
    case .requiresPTS: return tag.has(.pesPtsMissing) ? MissedFor.noPTS : nil
    case .takesZeroForNoPTS: return tag.tag.pts == 0 ? "PTS 0" : nil
    case .stopsWithoutPTS:
      guard tag.has(.pesPtsMissing) else { return nil }
      stop(for: MissedFor.noPTS, keepsSegment: true)
      return stopReason
    case .requiresAlignment: return tag.has(.pesAlignment) ? MissedFor.alignment : nil
    case .dropsShortPES: return facts.isShort ? MissedFor.short : nil
    case .endsByDeclaredLength:
      return facts.endsBeforeTag(of: tag.tag.bytes.count - facts.restoredBytes)
        ? MissedFor.size : nil
    case .dropsRepeatedCounter:
      // In HLS, the player ignores the continuity counter.
      return facts.repeatsCounter && !tag.isInHLS ? MissedFor.repeatedCounter : nil
    case .splitsAtSegments:
      return facts.spansSegments ? "tag crosses the end of a segment" : nil
    case .requiresHeaderInFirstPES:
      let isShort = facts.bytesInFirstPES.map { $0 < ID3Header.byteCount } ?? false
      return facts.pesCount > 1 && isShort ? "\(MissedFor.split), including its header" : nil
    case .joinsUnalignedPES:
      return facts.pesCount > 1 && facts.isContinuationAligned
        ? "\(MissedFor.split), the second of which is aligned" : nil
    case .resumesAtAlignment: return resumption(at: tag)
    case .readsOneTag: return tag.isAfterAnotherTag ? MissedFor.notFirst : nil
    case .requiresTagAtStart: return tag.isAfterOtherBytes ? MissedFor.notAtStart : nil
    case .misreadsPrivateStream2: return facts.streamID == 0xBF ? "stream_id 0xbf" : nil
    case .requiresPrivateStream1:
      return tag.has(.pesStreamID) || tag.has(.pesMauHeader) ? "stream_id not 0xbd" : nil
    default: return nil
    }
  }

  /// Returns why a tag after a cut tag is missed: the player completes the cut tag with the bytes
  /// of this one, until a PES packet has data_alignment_indicator.
  private mutating func resumption(at tag: CheckedTag) -> PlayerJudge.Reason? {
    if !tag.has(.pesAlignment) { missingBytes = 0 }
    guard missingBytes > 0 else {
      if tag.has(.tagTruncated) { missingBytes = tag.missingBytes }
      return nil
    }
    missingBytes = max(0, missingBytes - tag.tag.bytes.count)
    return "\(MissedFor.alignment) after a damaged tag"
  }
}

extension TransportFacts {
  /// Whether the PES packet has fewer bytes than it declares.
  fileprivate var isShort: Bool {
    guard let declaredLength, let arrivedLength else { return false }
    return declaredLength > arrivedLength
  }

  /// Whether the declared length ends the PES packet before the end of its first tag, which has `count` bytes.
  fileprivate func endsBeforeTag(of count: Int) -> Bool {
    guard let declaredLength, declaredLength > 0, let headerLength, pesCount == 1, tagsInFront == 0
    else { return false }
    return declaredLength < headerLength + leadingBytes + count
  }

  /// The number of bytes from the start of the tag to the end of its first PES packet; nil if unknown.
  var bytesInFirstPES: Int? {
    guard let arrivedLength, let headerLength else { return nil }
    return max(0, arrivedLength - headerLength - leadingBytes)
  }
}

extension CheckedTag {
  /// Whether the segment of the tag is listed in an HLS playlist.
  var isInHLS: Bool { tag.mediaSequence != nil && tag.manifestSet == nil }

  /// The number of bytes by which the tag is shorter than its header declares.
  fileprivate var missingBytes: Int {
    guard let header = ID3Header(tag.bytes) else { return 0 }
    return max(0, header.tagSize - tag.bytes.count)
  }

  /// Whether only the next PES packet shows the end of this one: the declared length is 0 or too large.
  var endsWithNextPES: Bool {
    guard let facts = tag.transport, let declared = facts.declaredLength else { return false }
    return declared == 0 || facts.isShort
  }
}
