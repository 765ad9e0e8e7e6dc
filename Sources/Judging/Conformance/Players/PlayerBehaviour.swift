import TimedMetadata

/// One thing that a player does with a stream, in which players differ.
enum PlayerBehaviour: Sendable, Hashable {
  // Tables.

  /// Reads the first entry of the PAT as a program, and no other.
  case readsFirstAssociation
  /// Reads the ID3 of the first program whose PMT names any.
  case readsFirstProgramWithID3
  /// Reads a PMT as far as its first packet.
  case readsMapOfOnePacket
  /// Ignores a PMT with a wrong CRC.
  case requiresMapChecksum
  /// Needs the PID in a PMT. With `keepsPackets` the PMT may come after the packets.
  case requiresDeclaration(keepsPackets: Bool)
  /// Needs stream_type 0x15.
  case requiresMetadataType
  /// Needs a metadata_descriptor.
  case requiresMetadataDescriptor
  /// Needs a metadata_pointer_descriptor.
  case requiresMetadataPointer
  /// Reads the first PID of stream_type 0x15 in the PMT.
  case readsFirstPID
  /// Reads the lowest PID of stream_type 0x15 in the PMT.
  case readsLowestPID
  /// Keeps the PID that the first PMT named.
  case keepsFirstPID
  /// Reads no entry of the PMT after one with this `stream_type`.
  case stopsAtType(UInt8)
  /// Needs packets of audio or video of one of these values of `stream_type` in the program.
  case requiresMedia(Set<UInt8>)
  /// Needs audio in the program.
  case requiresAudio

  /// Reads a PMT that is not yet in force.
  case readsNextMap
  /// Stops at a PMT that is not yet in force.
  case stopsAtNextMap
  /// Skips the first PAT and the first PMT if their `pointer_field` is not 0.
  case skipsFirstStuffedTables

  // Packets and PES.

  /// Reads packets of 188 bytes only.
  case requiresPlainPackets
  /// Reads packets of 188 bytes only, but any in HLS.
  case requiresPlainPacketsOutsideHLS
  /// Expects packets at multiples of 188 bytes up to the end of the segment.
  case keepsStride
  /// Stops after this many bytes without a packet.
  case stopsAfterSkipping(Int)
  /// Takes a packet with the continuity counter of the one before it for a duplicate, outside HLS.
  case dropsRepeatedCounter
  /// Drops a PES without PTS.
  case requiresPTS
  /// Stops at a PES without PTS.
  case stopsWithoutPTS
  /// Takes a PTS of 0 for none.
  case takesZeroForNoPTS
  /// Drops a PES without data_alignment_indicator.
  case requiresAlignment
  /// Drops a PES that is shorter than declared.
  case dropsShortPES
  /// Ends a PES by its declared length, and one without a fitting length at the next PES.
  case endsByDeclaredLength
  /// Needs the ten bytes of the tag's header in the first packet, or none of them.
  case requiresHeaderInOnePacket
  /// Reads each PES for itself.
  case joinsNoPES
  /// Starts again at a PES with data_alignment_indicator.
  case joinsUnalignedPES
  /// Joins no PES to a first one with less than the ten bytes of the tag's header.
  case requiresHeaderInFirstPES
  /// Joins no PES over the end of a segment.
  case splitsAtSegments
  /// Fills up a cut tag with the next PES packets, as far as they have no data_alignment_indicator.
  case resumesAtAlignment
  /// Reads one tag of a PES, or of an event message.
  case readsOneTag
  /// Reads the tag from the first byte of the PES.
  case requiresTagAtStart
  /// Needs all bytes of the tag.
  case requiresWholeTag
  /// Needs all bytes of the tag in a PES, and of an event message only those up to the end of the owner.
  case requiresWholeTagInPES
  /// Reads a PES header of stream_id 0xBF, which has none.
  case misreadsPrivateStream2
  /// Needs stream_id 0xBD.
  case requiresPrivateStream1

  // Times.

  /// Follows the time stamps of tags in this carriage up to the next discontinuity of a playlist: after a step back it shows
  /// them in the past, after a jump in the future. Outside DASH.
  case followsPTS(Carriage)
  /// Follows the PTS up to the end of the segment.
  case followsPTSInSegment
  /// Drops tags before the first picture.
  case dropsNegativeTimes

  // Other carriages.

  /// Gives a tag in packed audio, not at the start of a segment, the time of the audio frame before it.
  case datesByPrecedingFrame

  /// Reads no ID3 of packed audio in these codecs.
  case ignoresPackedAudio(Set<PackedCodec>)
  /// Reads the ID3 at the start of a segment of packed audio only.
  case readsLeadingTags
  /// Takes event messages of these schemes.
  case takesSchemes(EventSchemes)
  /// Reads no event message of version 0.
  case dropsMessageVersion0
  /// Subtracts the start of the media time once too often from the time of an event message of version 0, in HLS.
  case misplacesMessageVersion0
  /// Stops at an event message without scheme, or of a version other than 0 and 1.
  case stopsAtInvalidMessage
  /// Needs an InbandEventStream in the MPD, where there is an MPD, that fits the message in this.
  case requiresInbandEventStream(InbandMatch)
  /// Takes an event with the id of one that is still listed for a repeat.
  case dropsRepeatedIDs
  /// Reads no event messages.
  case ignoresMessages
  /// Reads no event messages of audio renditions.
  case ignoresMessagesInAudio
  /// Reads no event messages of HLS.
  case ignoresMessagesInHLS
  /// Reads no ID3 of audio renditions.
  case ignoresAudioRenditions
  /// Plays fragmented MP4 of DASH only.
  case playsDASHOnly
  /// Plays no presentation of DASH.
  case playsNoDASH

  // ID3.

  /// Reads the frames of the tag.
  case readsFrames
  /// Passes the bytes of the tag on: a damaged tag stays damaged.
  case passesBytesOn
  /// Finds the frames of the tag by a scan.
  case scansFrames(FrameScan)
  /// At text marked as UTF-8 that is not: loses the tags up to the end of the segment, and stops if the tag is the last of its
  /// segment, or in an event message.
  case stopsAtInvalidText
  /// Drops a tag with a footer.
  case dropsFooters
  /// At a PRIV frame without zero byte, loses the tags up to the end of the segment.
  case losesSegmentAtOpenOwner
  /// Takes the data after the owner of a PRIV frame without zero byte for a part of it.
  case damagesOpenOwner
  /// Drops a PRIV frame without zero byte, or its owner.
  case dropsOpenOwner
  /// Recognizes a Nielsen tag by its first bytes.
  case requiresCanonicalStart
  /// Cuts five bytes off each tag of stream_type 0x15.
  case cutsHeaders
}

/// The schemes of event messages that a player takes.
enum EventSchemes: Sendable, Hashable {
  /// AOM's scheme and Apple's.
  case aomediaAndApple
  /// AOM's scheme.
  case aomedia
  /// Schemes that contain `/emsg/ID3` or `/emsg-ID3`, without regard to case.
  case pattern

  /// Whether messages of a scheme are taken.
  func take(_ scheme: String) -> Bool {
    switch self {
    case .aomediaAndApple: return scheme == EventScheme.aomedia || scheme == EventScheme.apple
    case .aomedia: return scheme == EventScheme.aomedia
    case .pattern:
      let lower = scheme.lowercased()
      return lower.contains("/emsg-id3") || lower.contains("/emsg/id3")
    }
  }
}

/// What a player compares in an InbandEventStream and an event message.
enum InbandMatch: Sendable, Hashable {
  /// Nothing: where there is an InbandEventStream, it reads messages of every scheme.
  case nothing
  /// The scheme.
  case scheme
  /// Scheme and value.
  case schemeAndValue

  /// Whether one of those in the MPD lets messages of an event stream through.
  func accepts(_ event: DeclaredEvent, of declared: Set<DeclaredEvent>) -> Bool {
    switch self {
    case .nothing: !declared.isEmpty
    case .scheme: declared.contains { $0.scheme == event.scheme }
    case .schemeAndValue: declared.contains(event)
    }
  }
}
